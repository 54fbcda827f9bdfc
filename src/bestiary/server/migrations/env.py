"""Run by Alembic, on the connection that it is given."""

from alembic import context

from bestiary.server.store import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
