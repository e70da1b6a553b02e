"""A substitute agrees to the conditions anew: an entry may have more than one agreement."""

import django.db.models.deletion
from django.db import migrations, models


def name_who_agreed(apps, schema_editor):
    for one in apps.get_model("tournament", "Acceptance").objects.select_related("entry__player"):
        one.name = one.entry.player.name
        one.save(update_fields=["name"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0026_player_country")]

    operations = [
        migrations.AddField(
            model_name="acceptance",
            name="name",
            field=models.CharField(
                default="", help_text="Who agreed; a substitute agrees anew.", max_length=80
            ),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="acceptance",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="acceptances",
                to="tournament.entry",
            ),
        ),
        migrations.RunPython(name_who_agreed, migrations.RunPython.noop),
    ]
