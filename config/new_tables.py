"""The tables of an empty database, made in one step.

Django draws every model anew for each migration operation, since the next may depend on it. For a
new installation nothing does: what the operations come to is known before the first table is made.
"""

from collections.abc import Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class CreateTables(Operation):
    """Apply these operations to a database that has none of their tables."""

    reversible = False

    def __init__(self, operations: Sequence[Operation]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """The models with all that is added to them later; not drawn until the last is known."""
        vars(state).pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Their tables with every column, constraint and index."""
        for operation in self.operations:
            if isinstance(operation, CreateModel):
                model = to_state.apps.get_model(app_label, operation.name)
                if self.allow_migrate_model(schema_editor.connection.alias, model):
                    schema_editor.create_model(model)

    def describe(self) -> str:
        """What `migrate` prints."""
        return "Create all tables"
