"""Pages of money, prizes, clubs, charities and leagues."""

from django.urls import path

from tournament.views.desk import money
from tournament.views.prizes import giving, leagues, payouts, prizes

HERE = "t/<slug:code>"

urlpatterns = [
    path(f"{HERE}/money/", money.page, name="money"),
    path(f"{HERE}/money/prices/", money.prices, name="money-prices"),
    path(f"{HERE}/money/check/<slug:what>/", money.check, name="money-check"),
    path(f"{HERE}/money/sales/", money.sales, name="money-sales"),
    path(f"{HERE}/money/change/", money.change, name="money-change"),
    path(f"{HERE}/money/count/", money.count, name="money-count"),
    path(f"{HERE}/money/expense/", money.expense, name="money-expense"),
    path(f"{HERE}/money/purpose/", money.purpose, name="money-purpose"),
    path(f"{HERE}/money/bank/", money.bank, name="money-bank"),
    path(f"{HERE}/money/disburse/", money.disburse, name="money-disburse"),
    path(f"{HERE}/money/<int:number>/receipt/", money.receipt, name="money-receipt"),
    path("receipts/<str:token>/", money.my_receipt, name="my-receipt"),
    path(f"{HERE}/prizes/", prizes.page, name="prizes"),
    path(f"{HERE}/prizes/save/", prizes.save, name="prizes-save"),
    path(f"{HERE}/prizes/check/", prizes.check, name="prizes-check"),
    path(f"{HERE}/prizes/act/", prizes.act, name="prizes-act"),
    path(f"{HERE}/prizes/ineligible/", prizes.ineligible, name="prizes-ineligible"),
    path(
        f"{HERE}/prizes/ineligible/<int:ineligibility_id>/",
        prizes.eligible,
        name="prizes-eligible",
    ),
    path(f"{HERE}/prizes/deal/", prizes.propose, name="deal-propose"),
    path(f"{HERE}/prizes/deal/<int:deal_id>/", prizes.answer, name="deal-answer"),
    path(f"{HERE}/payout-desk/", payouts.page, name="payout-desk"),
    path(f"{HERE}/payout-desk/<int:due_id>/pay/", payouts.pay, name="payout-pay"),
    path(f"{HERE}/payout-desk/<int:due_id>/blank/", payouts.blank, name="payout-blank"),
    path(f"{HERE}/payout-desk/receipts/<int:payout_id>/", payouts.receipt, name="payout-receipt"),
    path(
        f"{HERE}/payout-desk/receipts/<int:payout_id>/take-back/",
        payouts.take_back,
        name="payout-take-back",
    ),
    path(f"{HERE}/donations/", giving.page, name="giving"),
    path(f"{HERE}/donations/fix/", giving.fix, name="donations-fix"),
    path(f"{HERE}/donations/charity/", giving.charity, name="charity"),
    path(f"{HERE}/donations/<int:donation_id>/", giving.act, name="donation"),
    path(
        f"{HERE}/donations/<int:donation_id>/certificate/", giving.certificate, name="certificate"
    ),
    path(f"{HERE}/clubs/", giving.clubs_page, name="clubs"),
    path(f"{HERE}/clubs/assign/", giving.assign, name="clubs-assign"),
    path("revenue/", money.revenue, name="revenue"),
    path("leagues/", leagues.index, name="leagues"),
    path("leagues/new/", leagues.new, name="league-new"),
    path("leagues/<slug:slug>/", leagues.table, name="league"),
    path("leagues/<slug:slug>/change/", leagues.change, name="league-change"),
]
