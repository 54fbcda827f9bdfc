"""The workshop: people change an edition in a form, measure what the change does, and play it.

    messages.py   what goes over HTTP
    forms.py      an edition as a form, made of what its loader asks for
    drafts.py     editions of people, as they are kept
    measures.py   comparisons with the edition that a draft came from, made beside the server
    measuring.py  the process that makes one
    routes.py     the HTTP routes
"""
