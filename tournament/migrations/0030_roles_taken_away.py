from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0029_sealed_as'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='staff',
            name='one_role_once_per_person',
        ),
        migrations.AddField(
            model_name='staff',
            name='ended_at',
            field=models.DateTimeField(help_text='When the role was taken away.', null=True),
        ),
        migrations.AddConstraint(
            model_name='staff',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('tournament', 'user', 'role'), name='one_role_once_per_person'),
        ),
    ]
