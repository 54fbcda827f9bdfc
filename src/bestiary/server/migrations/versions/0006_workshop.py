"""Editions of people, and what was measured of them"""

from alembic import op
import sqlalchemy as sa


revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "drafts",
        sa.Column("code", sa.String(length=22), nullable=False),
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("base", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.PrimaryKeyConstraint("code"),
    )
    with op.batch_alter_table("drafts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_drafts_person"), ["person"], unique=False)
    op.create_table(
        "measures",
        sa.Column("draft", sa.String(length=22), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("touched", sa.BigInteger(), nullable=False),
        sa.Column("problem", sa.Text(), server_default="", nullable=False),
        sa.Column("result", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["draft"], ["drafts.code"]),
        sa.PrimaryKeyConstraint("draft"),
    )
