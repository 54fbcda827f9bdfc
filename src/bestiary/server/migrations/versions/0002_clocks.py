"""Clocks, caretakers, taking back, snapshots"""

from alembic import op
import sqlalchemy as sa


revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("tables") as table:
        table.add_column(sa.Column("terms", sa.Text(), server_default="{}", nullable=False))
        table.add_column(sa.Column("request", sa.Text(), server_default="", nullable=False))
    with op.batch_alter_table("seats") as table:
        for name in ("held", "back", "out", "seen"):
            table.add_column(sa.Column(name, sa.BigInteger(), server_default="0", nullable=False))
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"]),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("beat", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "pauses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("start", sa.BigInteger(), nullable=False),
        sa.Column("stop", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
