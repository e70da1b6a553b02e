"""The addresses of the API's operations, as `config/urls.py` names them."""

from config.api import api

urlpatterns, *_ = api.urls
