from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tables", "0025_table_turned_up_numbers_used"),
    ]

    operations = [
        migrations.AddField(
            model_name="seating",
            name="owes_from",
            field=models.PositiveIntegerField(
                help_text="The first hand in which he posts the blinds that he missed.", null=True
            ),
        ),
    ]
