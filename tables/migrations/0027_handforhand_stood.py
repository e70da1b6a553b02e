from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tables", "0026_seating_owes_from"),
    ]

    operations = [
        migrations.AddField(
            model_name="handforhand",
            name="stood",
            field=models.JSONField(
                default=dict,
                help_text="Each table's state and last event as it ended, by number.",
            ),
        ),
    ]
