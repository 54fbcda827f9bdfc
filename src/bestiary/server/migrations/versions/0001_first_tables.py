"""First tables"""

from alembic import op
import sqlalchemy as sa


revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "accounts",
        sa.Column("login", sa.String(length=32), nullable=False),
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.PrimaryKeyConstraint("login"),
        sa.UniqueConstraint("person"),
    )
    op.create_table(
        "signing_keys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(length=22), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("layout", sa.String(length=64), nullable=False),
        sa.Column("variant", sa.String(length=32), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("edition", sa.String(length=64), nullable=False),
        sa.Column("edition_text", sa.Text(), nullable=False),
        sa.Column("host", sa.String(length=22), nullable=False),
        sa.Column("visibility", sa.String(length=8), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("rematch", sa.String(length=22), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["host"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("code"),
    )
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tables_host"), ["host"], unique=False)
        batch_op.create_index(batch_op.f("ix_tables_status"), ["status"], unique=False)

    op.create_table(
        "tokens",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("digest"),
    )
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tokens_person"), ["person"], unique=False)

    op.create_table(
        "plies",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("action", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=16), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table_id", "ply"),
        sa.UniqueConstraint("table_id", "key"),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=22), nullable=True),
        sa.Column("bot", sa.String(length=32), server_default="", nullable=False),
        sa.Column("name", sa.String(length=24), server_default="", nullable=False),
        sa.Column("seed", sa.String(length=64), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table_id", "seat"),
        sa.UniqueConstraint("table_id", "person"),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_person"), ["person"], unique=False)
    op.create_table(
        "talk",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("text", sa.String(length=300), nullable=False),
        sa.Column("said", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("talk", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_talk_table_id"), ["table_id"], unique=False)
