import { runOffsetMs } from './offset-date.mjs'

// Replaces functions with others in a schema that sessions search before `pg_catalog`. The offset is a constant in the functions, so that
// PostgreSQL inlines them and plans as usual; replacing a function invalidates plans that contain it. Column defaults are set again,
// because they refer to functions by identity and not by name.
export const installClock = `do $install$
  declare defaults text[];
  begin
    if to_regnamespace('test_clock') is not null then return; end if;
    perform set_config('search_path', 'public', true);
    select array_agg(format('alter table only %s alter %I set default %s', adrelid::regclass, attname, pg_get_expr(adbin, adrelid)))
      from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
      where attgenerated = '' and pg_get_expr(adbin, adrelid) ~ '\\m(now|clock_timestamp)\\(\\)' into defaults;
    create schema test_clock;
    create function test_clock.shift(ms bigint) returns void language plpgsql as $shift$
      declare name text; volatility text;
      begin
        for name, volatility in values ('now', 'stable'), ('statement_timestamp', 'stable'), ('clock_timestamp', 'volatile') loop
          execute format('create or replace function test_clock.%I() returns timestamptz language sql %s parallel safe
            as ''select pg_catalog.%I() + interval ''''%s milliseconds''''''', name, volatility, name, ms);
        end loop;
      end $shift$;
    perform test_clock.shift(${runOffsetMs});
    perform set_config('search_path', 'test_clock, public, pg_catalog', true);
    for i in 1 .. cardinality(defaults) loop
      execute defaults[i];
    end loop;
  end $install$`
