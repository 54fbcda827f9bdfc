"""Tables at which a lesson is played"""

from alembic import op
import sqlalchemy as sa


revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("is_lesson", sa.Boolean(), server_default=sa.false(), nullable=False))
