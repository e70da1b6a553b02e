"""Every page's address: the project's own first, then those of the two apps."""

from django.urls import include, path

from config import views
from config.api import api
from config.api import page as api_page

handler404 = views.not_found
urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("offline/", views.offline, name="offline"),
    path("service-worker.js", views.service_worker, name="service-worker"),
    path("trust/", views.trust, name="trust"),
    path("trust/shuffle-up-authority.crt", views.authority_certificate, name="trust-certificate"),
    path("api/", api_page, name="api"),
    path("api/v1/", api.urls),
    path("", include("tournament.urls")),
    path("", include("tables.urls")),
]
