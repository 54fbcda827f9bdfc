"""Blocks and reports"""

from alembic import op
import sqlalchemy as sa


revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("other", sa.String(length=22), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.ForeignKeyConstraint(["other"], ["people.id"]),
        sa.PrimaryKeyConstraint("person", "other"),
    )
    with op.batch_alter_table("blocks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_blocks_other"), ["other"], unique=False)
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("other", sa.String(length=22), nullable=False),
        sa.Column("table_code", sa.String(length=22), server_default="", nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("talk", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.ForeignKeyConstraint(["other"], ["people.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
