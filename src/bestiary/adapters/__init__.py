"""The games as environments of the libraries that researchers use. Rules, masks and secrecy come from the contract.

What these modules need is not installed with the package: `bestiary.pettingzoo`, `bestiary.gymnasium` and
`bestiary.openspiel` say how.
"""
