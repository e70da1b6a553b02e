"""Every page's address: the project's own first, then those of the two apps."""

from django.urls import include, path
from django.urls.resolvers import RoutePattern, URLResolver

from config import views

handler404 = views.not_found
# Named, not imported: a worker or a command that makes an address need not build every operation.
API = URLResolver(RoutePattern("api/v1/"), "config.api_urls", app_name="ninja", namespace="api-1")
urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("metrics", views.figures, name="metrics"),
    path("offline/", views.offline, name="offline"),
    path("service-worker.js", views.service_worker, name="service-worker"),
    path("docs/", views.docs_page, name="docs"),
    path("docs/files/<str:name>", views.docs_file, name="docs-file"),
    path("docs/<slug:page>/", views.docs_page, name="docs-page"),
    path("trust/", views.trust, name="trust"),
    path("trust/shuffle-up-authority.crt", views.authority_certificate, name="trust-certificate"),
    path("api/", views.api, name="api"),
    API,
    path("", include("tournament.urls")),
    path("", include("tables.urls")),
]
