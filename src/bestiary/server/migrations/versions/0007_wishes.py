"""Seats that do not want to be asked for a reaction"""

from alembic import op
import sqlalchemy as sa


revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("seats", sa.Column("wish", sa.Text(), server_default="", nullable=False))
