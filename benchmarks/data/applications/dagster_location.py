"""A small code location for Dagster's page: a shop's nightly figures, with runs that fail too."""

import dagster as dg

VERSION = 1
"""Raised where the page is to change: the second version describes one asset anew."""

DAYS = dg.DailyPartitionsDefinition(start_date="2026-01-01", end_date="2026-01-15")
REGIONS = dg.StaticPartitionsDefinition(["north", "south", "west"])


class Warehouse(dg.ConfigurableResource):
    """Where the shop's tables lie."""

    host: str = "warehouse.example"
    schema_name: str = "shop"


class OrderConfig(dg.Config):
    """How many orders are taken, and from which till."""

    limit: int = 100
    till: str = "main"


@dg.asset(group_name="intake", kinds={"csv"}, owners=["team:intake"], partitions_def=DAYS)
def raw_orders(context: dg.AssetExecutionContext, config: OrderConfig) -> dg.MaterializeResult:
    """Orders as the tills write them."""
    context.log.info("%s orders", config.limit)
    return dg.MaterializeResult(metadata={"rows": config.limit, "note": dg.MetadataValue.md("ok")})


@dg.asset(group_name="intake", kinds={"csv"}, owners=["team:intake"])
def raw_customers() -> dg.MaterializeResult:
    """Customers as the shop's register writes them."""
    return dg.MaterializeResult(metadata={"rows": 12})


@dg.asset(group_name="intake", kinds={"json"}, partitions_def=REGIONS)
def raw_stock() -> None:
    """Counts of goods in each region."""


@dg.asset(
    group_name="cleaning",
    deps=[raw_orders],
    tags={"domain": "sales"},
    description="Orders without doubles." if VERSION == 1 else "Orders without doubles or tests.",
)
def orders(warehouse: Warehouse) -> dg.MaterializeResult:
    columns = [dg.TableColumn("id", "int"), dg.TableColumn("total", "float")]
    schema = dg.TableSchema(columns=columns)
    return dg.MaterializeResult(metadata={"dagster/column_schema": schema, "rows": 99})


@dg.asset(group_name="cleaning", deps=[raw_customers], tags={"domain": "sales"})
def customers(warehouse: Warehouse) -> None:
    """Customers with one spelling of each name."""


@dg.asset(
    group_name="figures",
    deps=[orders, customers],
    automation_condition=dg.AutomationCondition.eager(),
    kinds={"sql"},
)
def revenue() -> dg.MaterializeResult:
    """Revenue a day and customer."""
    return dg.MaterializeResult(metadata={"total": 1234.5})


@dg.asset(group_name="figures", deps=[raw_stock])
def stock_alerts() -> None:
    """Goods that run out."""
    raise RuntimeError("the warehouse did not answer")


supplier_prices = dg.AssetSpec(
    "supplier_prices", group_name="outside", description="Prices that suppliers send."
)


@dg.asset_check(asset=orders, blocking=True)
def totals_are_positive() -> dg.AssetCheckResult:
    """No order is worth less than nothing."""
    return dg.AssetCheckResult(passed=True, metadata={"checked": 99})


@dg.asset_check(asset=customers)
def names_are_unique() -> dg.AssetCheckResult:
    """Each customer stands once."""
    return dg.AssetCheckResult(
        passed=False, severity=dg.AssetCheckSeverity.WARN, metadata={"doubles": 2}
    )


@dg.op
def count_parcels(context: dg.OpExecutionContext) -> int:
    """Count what leaves the house."""
    context.log.info("counting")
    return 3


@dg.op(out={"letters": dg.Out(int), "boxes": dg.Out(int)})
def sort_parcels(count: int):  # two outputs, which the decorator declares
    """Sort parcels by size."""
    yield dg.Output(count - 1, "letters")
    yield dg.Output(1, "boxes")


@dg.op
def book_carrier(letters: int, boxes: int) -> None:
    """Order the carrier's van."""


@dg.graph
def sorting() -> tuple[int, int]:
    """Count and sort, as one step."""
    letters, boxes = sort_parcels(count_parcels())
    return letters, boxes


@dg.job(tags={"team": "dispatch"}, description="Sends parcels out.")
def dispatch() -> None:
    letters, boxes = sort_parcels(count_parcels())
    book_carrier(letters, boxes)


@dg.op
def fails() -> None:
    """Fail, to be looked into."""
    raise ValueError("the carrier's calendar is empty")


@dg.job(description="Fails each time.")
def carrier_calendar() -> None:
    fails()


nightly = dg.define_asset_job("nightly", selection=[orders, customers], tags={"team": "figures"})
weekly = dg.define_asset_job("weekly", selection=[raw_customers, raw_stock], partitions_def=REGIONS)
intake = dg.define_asset_job("intake", selection=[raw_orders], partitions_def=DAYS)
alerts = dg.define_asset_job("alerts", selection=[stock_alerts])
nightly_schedule = dg.ScheduleDefinition(job=nightly, cron_schedule="0 2 * * *")
dispatch_schedule = dg.ScheduleDefinition(
    name="dispatch_on_weekdays", job=dispatch, cron_schedule="30 7 * * 1-5"
)


@dg.sensor(job=dispatch, minimum_interval_seconds=60)
def new_parcels() -> dg.SkipReason:
    """Look for parcels in the yard."""
    return dg.SkipReason("nothing in the yard")


@dg.run_failure_sensor
def tell_the_desk() -> None:
    """Tell the service desk of a run that failed."""


defs = dg.Definitions(
    assets=[
        raw_orders,
        raw_customers,
        raw_stock,
        orders,
        customers,
        revenue,
        stock_alerts,
        supplier_prices,
    ],
    asset_checks=[totals_are_positive, names_are_unique],
    jobs=[dispatch, carrier_calendar, nightly, weekly, intake, alerts],
    schedules=[nightly_schedule, dispatch_schedule],
    sensors=[new_parcels, tell_the_desk],
    resources={"warehouse": Warehouse()},
)
