"""Every address of a demo: those of any installation, and the pages that show it around."""

from django.urls import path

from config import urls
from tables.views.public import demo

handler404 = urls.handler404
urlpatterns = [
    *urls.urlpatterns,
    path("demo/", demo.page, name="demo"),
    path("demo/<slug:key>/", demo.page, name="demo-moment"),
    path("demo/<slug:key>/start/", demo.start, name="demo-start"),
]
