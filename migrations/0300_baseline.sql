-- The whole database except functions and triggers, which are in migrations/functions. docs/schema.sql shows its present state.
-- Replaces the migrations up to 0201_newest_playlists.sql with the checksum 840186a9ce9e3911d527d010b72b4ada31fea60f804f7e8bc7d22bceedc1c93d.
--
-- Positions are sparse: a row moved between two others gets the number half-way, so that a move writes one row. They are unique in their
-- container, checked at the end of each statement, so that one statement can renumber a container whose gap is used up. The container's
-- owner is locked before anything is placed (see docs/decisions/positions.md).

create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

-- Generated columns, indexes and defaults use these four functions: a change needs a migration that also rewrites what they computed.

-- unaccent() is only stable, because its dictionary can be edited; ours is not.
create function folded(text) returns text immutable strict parallel safe language sql
  return lower(unaccent('unaccent', $1));
comment on function folded is 'A text without accents and capitals, as it is searched.';

create function search_words(name text, tags text[]) returns text immutable strict parallel safe language sql
begin atomic
  select ' ' || coalesce(string_agg(word, ' ' order by place), '') || ' ' from (
    select part as word, min(place) as place
    from regexp_split_to_table(folded(name || ' ' || array_to_string(tags, ' ')), '[\s!-.:-@[-`{-~]+') with ordinality as parts (part, place)
    where length(part) between 1 and 40 group by 1 order by 2 limit 64
  ) words;
end;
comment on function search_words is 'The distinct words of a name and tags as they are searched, each between two spaces; 64 at most, none longer than 40 characters.';

-- Of a UUID of version 4 the first 48 bits are random: 8 characters of 6 bits each. Two of the 64 characters are no letters or digits; others
-- replace them, which costs a fifth of a bit in all.
create function random_id() returns text volatile parallel safe language sql
  return translate(
    left(encode(uuid_send(gen_random_uuid()), 'base64'), 8) || left(encode(uuid_send(gen_random_uuid()), 'base64'), 3), '+/', 'Kz');
comment on function random_id is 'A new id, as the server makes them: 11 random letters and digits.';

create function half_hour(at timestamptz) returns integer language sql immutable
  return floor(extract(epoch from at at time zone 'utc') / 1800)::integer;
comment on function half_hour is 'Half hours since 1970.';

-- The properties that decide whether a channel, and older ones of its owner, are among the newest: for keep_newest_playlists().
create type newest_place as (
  key bigint, owner_id text collate "C", adult boolean, is_removed boolean, listing_rank bigint,
  created_at timestamptz, public_since timestamptz
);

-- The server: jobs, limits, live events

create table job (
  id uuid default gen_random_uuid() primary key,
  name text collate "C" not null,
  payload jsonb not null,
  state text collate "C" not null default 'waiting' check (state in ('waiting', 'active', 'done', 'cancelled', 'dead')),
  owner_id text collate "C",
  singleton_key text,
  attempts integer not null default 0 check (attempts >= 0),
  max_attempts integer not null check (max_attempts > 0),
  run_after timestamptz not null default now(),
  run_id uuid,
  started_at timestamptz,
  heartbeat_at timestamptz,
  finished_at timestamptz,
  progress smallint check (progress between 0 and 100),
  progress_text text,
  cancel_requested boolean not null default false,
  error text,
  created_at timestamptz not null default now(),
  check ((run_id is not null) = (state = 'active')),
  check ((finished_at is not null) = (state in ('done', 'cancelled', 'dead')))
) with (fillfactor = 80);
create index job_active on job (heartbeat_at) where state = 'active';
create index job_finished on job (finished_at) where finished_at is not null;
create unique index job_singleton on job (name, singleton_key) where state = 'waiting' and singleton_key is not null;
create index job_waiting on job (name, run_after) where state = 'waiting';
comment on table job is 'Background work: waiting, running or failed permanently. Finished work is deleted at once, unless it has an owner who may ask for its outcome.';
comment on column job.name is 'The kind of work; a process runs a limited number of each kind concurrently.';
comment on column job.payload is 'Input of the job, checked by its schema in the code. May hold codes and links: emptied when the job is done or cancelled.';
comment on column job.state is 'waiting (also between two attempts), active, done, cancelled, or dead: failed permanently, kept for 30 days.';
comment on column job.owner_id is 'The account that may read the progress and cancel. Null: none.';
comment on column job.singleton_key is 'At most one job of a name with this key waits for its first start; emptied when it starts.';
comment on column job.attempts is 'How often the job was started. Runs that ended because their process was stopped do not count.';
comment on column job.run_after is 'The job does not start before this time.';
comment on column job.run_id is 'Identifies the current run: only this run may write its outcome.';
comment on column job.heartbeat_at is 'The last sign of life of the process that runs the job. Without one the process is considered dead, and the job starts again.';
comment on column job.progress is 'Percent done, as the job reports it.';
comment on column job.progress_text is 'Key of the text that describes the current step, like "items:importing".';
comment on column job.cancel_requested is 'The running process should stop; it sees this at the next heartbeat.';
comment on column job.error is 'Why the last attempt failed, without secrets.';

create table job_schedule (
  job text collate "C" primary key,
  due_at timestamptz not null
);
comment on table job_schedule is 'Jobs on a schedule. The instance that advances due_at runs the job, so each run happens once; a run missed while all instances were down is made up for at the next start.';
comment on column job_schedule.job is 'Name of the job and of its queue.';
comment on column job_schedule.due_at is 'The latest scheduled time that was handled.';

create unlogged table rate_limit (
  key bytea primary key check (length(key) = 32),
  hits timestamptz[] not null,
  expires_at timestamptz not null,
  taken integer not null default 0 check (taken >= 0)
);
create index rate_limit_expires_at on rate_limit (expires_at);
comment on table rate_limit is 'Strict limits (passwords, emails, codes): the time of each counted attempt. Unlogged: a crash resets all limits, and counting writes no WAL.';
comment on column rate_limit.key is 'SHA-256 of the limit and its subject, letter case folded: no address or name is stored.';
comment on column rate_limit.hits is 'The counted attempts, oldest first, at most as many as the limit allows.';
comment on column rate_limit.expires_at is 'No attempt counts after this time.';
comment on column rate_limit.taken is 'How many of the latest attempts were within the limit. Returned by the statement that counts them.';

create unlogged table rate_count (
  key bytea not null check (length(key) = 32),
  slot bigint not null,
  hits integer not null,
  expires_at timestamptz not null,
  primary key (key, slot)
);
create index rate_count_expires_at on rate_count (expires_at);
comment on table rate_count is 'Loose limits on frequent calls: the calls that all instances counted in one slot of a sliding window.';
comment on column rate_count.key is 'SHA-256 of the limit and its subject, letter case folded: no address or name is stored.';
comment on column rate_count.slot is 'Slots since 1970; a slot is a sixtieth of the window.';
comment on column rate_count.expires_at is 'The slot is outside the window after this time.';

create table idempotency_key (
  key bytea primary key check (length(key) = 32),
  input bytea not null check (length(input) = 32),
  answer text not null,
  made_at timestamptz not null default now()
);
create index idempotency_key_made_at on idempotency_key (made_at);
comment on table idempotency_key is 'Responses to calls with an Idempotency-Key, kept for 24 hours: a repeated call returns the same response and has no second effect. Logged: a repeated call must be recognised after a crash.';
comment on column idempotency_key.key is 'SHA-256 of user, route and Idempotency-Key.';
comment on column idempotency_key.input is 'SHA-256 of the input: the same key with other input is refused.';
comment on column idempotency_key.answer is 'The result of the call''s transaction as JSON: the id of the created thing, from which the response is read again.';

create table installation_secret (
  name text collate "C" primary key,
  value bytea not null check (length(value) = 32)
);
comment on table installation_secret is 'Random keys that all instances share, created when first needed.';

create table live_event (
  id bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  receiver_id text collate "C" not null,
  name text collate "C" not null check (name in ('changed', 'notification', 'login_ended')),
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index live_event_created_at on live_event (created_at);
create index live_event_receiver on live_event (receiver_id, transaction);
create index live_event_transaction on live_event (transaction);
comment on table live_event is 'Events for open pages, kept for an hour: a page that lost its connection resumes where it was.';
comment on column live_event.transaction is 'The transaction that wrote the event. A page remembers a snapshot of transactions: of two concurrent ones, the lower number may commit later.';
comment on column live_event.receiver_id is 'The account whose pages receive the event.';

-- Pictures and links

create table picture (
  id text collate "C" primary key check (id ~ '^[0-9A-Za-z]{16}-[0-9]{1,4}x[0-9]{1,4}-[0-9a-f]{6}$'),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now()
);
create index picture_created_at on picture (created_at);
comment on table picture is 'A re-encoded picture in several widths. Other tables refer to it by `picture_id text collate "C" references picture`. These foreign keys alone decide whether a picture is used; unused ones are deleted a day after their upload.';
comment on column picture.id is 'Random part, width and height of the largest size in pixels, average colour: {16}-{width}x{height}-{rrggbb}. Part of the address, whose content never changes.';
comment on column picture.bytes is 'All stored sizes together.';

create table link (
  url text collate "C" primary key check (length(url) between 8 and 2048),
  title text not null check (length(title) between 1 and 255),
  description text not null check (length(description) <= 5000),
  picture_id text collate "C" references picture on delete set null,
  site text not null check (length(site) between 1 and 255),
  duration integer check (duration > 0),
  published_at timestamptz,
  kind text not null check (kind in ('hls', 'dash', 'file', 'audio', 'youtube', 'vimeo', 'dailymotion', 'twitch', 'soundcloud', 'peertube', 'embed', 'page')),
  embed_url text check (length(embed_url) <= 2048),
  content_type text check (length(content_type) <= 100),
  is_reached boolean not null,
  fetched_at timestamptz not null default now(),
  is_live boolean not null default false
);
create index link_fetched_at on link (fetched_at);
create index link_picture_id on link (picture_id) where picture_id is not null;
comment on table link is 'Metadata of a linked page, so that posting a link after its preview fetches nothing again. A cache: users of a link copy the fields they need.';
comment on column link.duration is 'Seconds. Null: unknown or live.';
comment on column link.kind is 'How it plays: PlaybackKind in features/media/rules.ts.';
comment on column link.embed_url is 'The player frame or media file that the page names.';
comment on column link.content_type is 'Media type of the response.';
comment on column link.is_reached is 'False: there was no response, and title is the host and path. Retried soon.';
comment on column link.is_live is 'A stream that has no end yet.';

-- Accounts and teams

create table country (
  id smallint primary key,
  code text collate "C" not null unique check (code ~ '^[A-Z]{2}$'),
  name_en text not null unique,
  name_nl text not null unique
);
comment on table country is 'All entries of ISO 3166-1. The ids are our own and never change: in the order of the codes, with 239 for Belgium.';
comment on column country.code is 'ISO 3166-1 alpha-2.';

insert into country (id, code, name_en, name_nl) values
  (1, 'AD', 'Andorra', 'Andorra'), (2, 'AE', 'United Arab Emirates', 'Verenigde Arabische Emiraten'), (3, 'AF', 'Afghanistan', 'Afghanistan'),
  (4, 'AG', 'Antigua and Barbuda', 'Antigua en Barbuda'), (5, 'AI', 'Anguilla', 'Anguilla'), (6, 'AL', 'Albania', 'Albanië'),
  (7, 'AM', 'Armenia', 'Armenië'), (8, 'AO', 'Angola', 'Angola'), (9, 'AQ', 'Antarctica', 'Antarctica'), (10, 'AR', 'Argentina', 'Argentinië'),
  (11, 'AS', 'American Samoa', 'Amerikaans-Samoa'), (12, 'AT', 'Austria', 'Oostenrijk'), (13, 'AU', 'Australia', 'Australië'),
  (14, 'AW', 'Aruba', 'Aruba'), (15, 'AX', 'Åland Islands', 'Åland'), (16, 'AZ', 'Azerbaijan', 'Azerbeidzjan'),
  (17, 'BA', 'Bosnia and Herzegovina', 'Bosnië en Herzegovina'), (18, 'BB', 'Barbados', 'Barbados'), (19, 'BD', 'Bangladesh', 'Bangladesh'),
  (239, 'BE', 'Belgium', 'België'), (20, 'BF', 'Burkina Faso', 'Burkina Faso'), (21, 'BG', 'Bulgaria', 'Bulgarije'), (22, 'BH', 'Bahrain', 'Bahrein'),
  (23, 'BI', 'Burundi', 'Burundi'), (24, 'BJ', 'Benin', 'Benin'), (25, 'BL', 'Saint Barthélemy', 'Saint-Barthélemy'),
  (26, 'BM', 'Bermuda', 'Bermuda'), (27, 'BN', 'Brunei', 'Brunei'), (28, 'BO', 'Bolivia', 'Bolivia'),
  (29, 'BQ', 'Caribbean Netherlands', 'Caribisch Nederland'), (30, 'BR', 'Brazil', 'Brazilië'), (31, 'BS', 'Bahamas', 'Bahama''s'),
  (32, 'BT', 'Bhutan', 'Bhutan'), (33, 'BV', 'Bouvet Island', 'Bouveteiland'), (34, 'BW', 'Botswana', 'Botswana'), (35, 'BY', 'Belarus', 'Belarus'),
  (36, 'BZ', 'Belize', 'Belize'), (37, 'CA', 'Canada', 'Canada'), (38, 'CC', 'Cocos (Keeling) Islands', 'Cocoseilanden'),
  (39, 'CD', 'Congo (Kinshasa)', 'Congo (Kinshasa)'), (40, 'CF', 'Central African Republic', 'Centraal-Afrikaanse Republiek'),
  (41, 'CG', 'Congo (Brazzaville)', 'Congo (Brazzaville)'), (42, 'CH', 'Switzerland', 'Zwitserland'), (43, 'CI', 'Ivory Coast', 'Ivoorkust'),
  (44, 'CK', 'Cook Islands', 'Cookeilanden'), (45, 'CL', 'Chile', 'Chili'), (46, 'CM', 'Cameroon', 'Kameroen'), (47, 'CN', 'China', 'China'),
  (48, 'CO', 'Colombia', 'Colombia'), (49, 'CR', 'Costa Rica', 'Costa Rica'), (50, 'CU', 'Cuba', 'Cuba'), (51, 'CV', 'Cape Verde', 'Kaapverdië'),
  (52, 'CW', 'Curaçao', 'Curaçao'), (53, 'CX', 'Christmas Island', 'Christmaseiland'), (54, 'CY', 'Cyprus', 'Cyprus'),
  (55, 'CZ', 'Czechia', 'Tsjechië'), (56, 'DE', 'Germany', 'Duitsland'), (57, 'DJ', 'Djibouti', 'Djibouti'), (58, 'DK', 'Denmark', 'Denemarken'),
  (59, 'DM', 'Dominica', 'Dominica'), (60, 'DO', 'Dominican Republic', 'Dominicaanse Republiek'), (61, 'DZ', 'Algeria', 'Algerije'),
  (62, 'EC', 'Ecuador', 'Ecuador'), (63, 'EE', 'Estonia', 'Estland'), (64, 'EG', 'Egypt', 'Egypte'),
  (65, 'EH', 'Western Sahara', 'Westelijke Sahara'), (66, 'ER', 'Eritrea', 'Eritrea'), (67, 'ES', 'Spain', 'Spanje'),
  (68, 'ET', 'Ethiopia', 'Ethiopië'), (69, 'FI', 'Finland', 'Finland'), (70, 'FJ', 'Fiji', 'Fiji'),
  (71, 'FK', 'Falkland Islands', 'Falklandeilanden'), (72, 'FM', 'Micronesia', 'Micronesia'), (73, 'FO', 'Faroe Islands', 'Faeröer'),
  (74, 'FR', 'France', 'Frankrijk'), (75, 'GA', 'Gabon', 'Gabon'), (76, 'GB', 'United Kingdom', 'Verenigd Koninkrijk'),
  (77, 'GD', 'Grenada', 'Grenada'), (78, 'GE', 'Georgia', 'Georgië'), (79, 'GF', 'French Guiana', 'Frans-Guyana'), (80, 'GG', 'Guernsey', 'Guernsey'),
  (81, 'GH', 'Ghana', 'Ghana'), (82, 'GI', 'Gibraltar', 'Gibraltar'), (83, 'GL', 'Greenland', 'Groenland'), (84, 'GM', 'Gambia', 'Gambia'),
  (85, 'GN', 'Guinea', 'Guinee'), (86, 'GP', 'Guadeloupe', 'Guadeloupe'), (87, 'GQ', 'Equatorial Guinea', 'Equatoriaal-Guinea'),
  (88, 'GR', 'Greece', 'Griekenland'), (89, 'GS', 'South Georgia and the South Sandwich Islands', 'Zuid-Georgia en de Zuidelijke Sandwicheilanden'),
  (90, 'GT', 'Guatemala', 'Guatemala'), (91, 'GU', 'Guam', 'Guam'), (92, 'GW', 'Guinea-Bissau', 'Guinee-Bissau'), (93, 'GY', 'Guyana', 'Guyana'),
  (94, 'HK', 'Hong Kong', 'Hongkong'), (95, 'HM', 'Heard and McDonald Islands', 'Heard en McDonaldeilanden'), (96, 'HN', 'Honduras', 'Honduras'),
  (97, 'HR', 'Croatia', 'Kroatië'), (98, 'HT', 'Haiti', 'Haïti'), (99, 'HU', 'Hungary', 'Hongarije'), (100, 'ID', 'Indonesia', 'Indonesië'),
  (101, 'IE', 'Ireland', 'Ierland'), (102, 'IL', 'Israel', 'Israël'), (103, 'IM', 'Isle of Man', 'Man'), (104, 'IN', 'India', 'India'),
  (105, 'IO', 'British Indian Ocean Territory', 'Brits Indische Oceaanterritorium'), (106, 'IQ', 'Iraq', 'Irak'), (107, 'IR', 'Iran', 'Iran'),
  (108, 'IS', 'Iceland', 'IJsland'), (109, 'IT', 'Italy', 'Italië'), (110, 'JE', 'Jersey', 'Jersey'), (111, 'JM', 'Jamaica', 'Jamaica'),
  (112, 'JO', 'Jordan', 'Jordanië'), (113, 'JP', 'Japan', 'Japan'), (114, 'KE', 'Kenya', 'Kenia'), (115, 'KG', 'Kyrgyzstan', 'Kirgizië'),
  (116, 'KH', 'Cambodia', 'Cambodja'), (117, 'KI', 'Kiribati', 'Kiribati'), (118, 'KM', 'Comoros', 'Comoren'),
  (119, 'KN', 'Saint Kitts and Nevis', 'Saint Kitts en Nevis'), (120, 'KP', 'North Korea', 'Noord-Korea'), (121, 'KR', 'South Korea', 'Zuid-Korea'),
  (122, 'KW', 'Kuwait', 'Koeweit'), (123, 'KY', 'Cayman Islands', 'Kaaimaneilanden'), (124, 'KZ', 'Kazakhstan', 'Kazachstan'),
  (125, 'LA', 'Laos', 'Laos'), (126, 'LB', 'Lebanon', 'Libanon'), (127, 'LC', 'Saint Lucia', 'Saint Lucia'),
  (128, 'LI', 'Liechtenstein', 'Liechtenstein'), (129, 'LK', 'Sri Lanka', 'Sri Lanka'), (130, 'LR', 'Liberia', 'Liberia'),
  (131, 'LS', 'Lesotho', 'Lesotho'), (132, 'LT', 'Lithuania', 'Litouwen'), (133, 'LU', 'Luxembourg', 'Luxemburg'), (134, 'LV', 'Latvia', 'Letland'),
  (135, 'LY', 'Libya', 'Libië'), (136, 'MA', 'Morocco', 'Marokko'), (137, 'MC', 'Monaco', 'Monaco'), (138, 'MD', 'Moldova', 'Moldavië'),
  (139, 'ME', 'Montenegro', 'Montenegro'), (140, 'MF', 'Saint Martin', 'Saint-Martin'), (141, 'MG', 'Madagascar', 'Madagaskar'),
  (142, 'MH', 'Marshall Islands', 'Marshalleilanden'), (143, 'MK', 'North Macedonia', 'Noord-Macedonië'), (144, 'ML', 'Mali', 'Mali'),
  (145, 'MM', 'Myanmar (Burma)', 'Myanmar (Birma)'), (146, 'MN', 'Mongolia', 'Mongolië'), (147, 'MO', 'Macao', 'Macau'),
  (148, 'MP', 'Northern Mariana Islands', 'Noordelijke Marianen'), (149, 'MQ', 'Martinique', 'Martinique'), (150, 'MR', 'Mauritania', 'Mauritanië'),
  (151, 'MS', 'Montserrat', 'Montserrat'), (152, 'MT', 'Malta', 'Malta'), (153, 'MU', 'Mauritius', 'Mauritius'), (154, 'MV', 'Maldives', 'Maldiven'),
  (155, 'MW', 'Malawi', 'Malawi'), (156, 'MX', 'Mexico', 'Mexico'), (157, 'MY', 'Malaysia', 'Maleisië'), (158, 'MZ', 'Mozambique', 'Mozambique'),
  (159, 'NA', 'Namibia', 'Namibië'), (160, 'NC', 'New Caledonia', 'Nieuw-Caledonië'), (161, 'NE', 'Niger', 'Niger'),
  (162, 'NF', 'Norfolk Island', 'Norfolkeiland'), (163, 'NG', 'Nigeria', 'Nigeria'), (164, 'NI', 'Nicaragua', 'Nicaragua'),
  (165, 'NL', 'Netherlands', 'Nederland'), (166, 'NO', 'Norway', 'Noorwegen'), (167, 'NP', 'Nepal', 'Nepal'), (168, 'NR', 'Nauru', 'Nauru'),
  (169, 'NU', 'Niue', 'Niue'), (170, 'NZ', 'New Zealand', 'Nieuw-Zeeland'), (171, 'OM', 'Oman', 'Oman'), (172, 'PA', 'Panama', 'Panama'),
  (173, 'PE', 'Peru', 'Peru'), (174, 'PF', 'French Polynesia', 'Frans-Polynesië'), (175, 'PG', 'Papua New Guinea', 'Papoea-Nieuw-Guinea'),
  (176, 'PH', 'Philippines', 'Filipijnen'), (177, 'PK', 'Pakistan', 'Pakistan'), (178, 'PL', 'Poland', 'Polen'),
  (179, 'PM', 'Saint Pierre and Miquelon', 'Saint-Pierre en Miquelon'), (180, 'PN', 'Pitcairn Islands', 'Pitcairneilanden'),
  (181, 'PR', 'Puerto Rico', 'Puerto Rico'), (182, 'PS', 'Palestinian Territories', 'Palestijnse Gebieden'), (183, 'PT', 'Portugal', 'Portugal'),
  (184, 'PW', 'Palau', 'Palau'), (185, 'PY', 'Paraguay', 'Paraguay'), (186, 'QA', 'Qatar', 'Qatar'), (187, 'RE', 'Réunion', 'Réunion'),
  (188, 'RO', 'Romania', 'Roemenië'), (189, 'RS', 'Serbia', 'Servië'), (190, 'RU', 'Russia', 'Rusland'), (191, 'RW', 'Rwanda', 'Rwanda'),
  (192, 'SA', 'Saudi Arabia', 'Saoedi-Arabië'), (193, 'SB', 'Solomon Islands', 'Salomonseilanden'), (194, 'SC', 'Seychelles', 'Seychellen'),
  (195, 'SD', 'Sudan', 'Soedan'), (196, 'SE', 'Sweden', 'Zweden'), (197, 'SG', 'Singapore', 'Singapore'), (198, 'SH', 'Saint Helena', 'Sint-Helena'),
  (199, 'SI', 'Slovenia', 'Slovenië'), (200, 'SJ', 'Svalbard and Jan Mayen', 'Spitsbergen en Jan Mayen'), (201, 'SK', 'Slovakia', 'Slowakije'),
  (202, 'SL', 'Sierra Leone', 'Sierra Leone'), (203, 'SM', 'San Marino', 'San Marino'), (204, 'SN', 'Senegal', 'Senegal'),
  (205, 'SO', 'Somalia', 'Somalië'), (206, 'SR', 'Suriname', 'Suriname'), (207, 'SS', 'South Sudan', 'Zuid-Soedan'),
  (208, 'ST', 'São Tomé and Príncipe', 'Sao Tomé en Principe'), (209, 'SV', 'El Salvador', 'El Salvador'),
  (210, 'SX', 'Sint Maarten', 'Sint Maarten'), (211, 'SY', 'Syria', 'Syrië'), (212, 'SZ', 'Eswatini', 'Eswatini'),
  (213, 'TC', 'Turks and Caicos Islands', 'Turks- en Caicoseilanden'), (214, 'TD', 'Chad', 'Tsjaad'),
  (215, 'TF', 'French Southern Territories', 'Franse Zuidelijke Gebieden'), (216, 'TG', 'Togo', 'Togo'), (217, 'TH', 'Thailand', 'Thailand'),
  (218, 'TJ', 'Tajikistan', 'Tadzjikistan'), (219, 'TK', 'Tokelau', 'Tokelau'), (220, 'TL', 'Timor-Leste', 'Oost-Timor'),
  (221, 'TM', 'Turkmenistan', 'Turkmenistan'), (222, 'TN', 'Tunisia', 'Tunesië'), (223, 'TO', 'Tonga', 'Tonga'), (224, 'TR', 'Turkey', 'Turkije'),
  (225, 'TT', 'Trinidad and Tobago', 'Trinidad en Tobago'), (226, 'TV', 'Tuvalu', 'Tuvalu'), (227, 'TW', 'Taiwan', 'Taiwan'),
  (228, 'TZ', 'Tanzania', 'Tanzania'), (229, 'UA', 'Ukraine', 'Oekraïne'), (230, 'UG', 'Uganda', 'Oeganda'),
  (231, 'UM', 'U.S. Outlying Islands', 'Kleine Afgelegen Eilanden van de Verenigde Staten'), (232, 'US', 'United States', 'Verenigde Staten'),
  (233, 'UY', 'Uruguay', 'Uruguay'), (234, 'UZ', 'Uzbekistan', 'Oezbekistan'), (235, 'VA', 'Vatican City', 'Vaticaanstad'),
  (236, 'VC', 'Saint Vincent and the Grenadines', 'Saint Vincent en de Grenadines'), (237, 'VE', 'Venezuela', 'Venezuela'),
  (238, 'VG', 'British Virgin Islands', 'Britse Maagdeneilanden'), (240, 'VI', 'U.S. Virgin Islands', 'Amerikaanse Maagdeneilanden'),
  (241, 'VN', 'Vietnam', 'Vietnam'), (242, 'VU', 'Vanuatu', 'Vanuatu'), (243, 'WF', 'Wallis and Futuna', 'Wallis en Futuna'),
  (244, 'WS', 'Samoa', 'Samoa'), (245, 'YE', 'Yemen', 'Jemen'), (246, 'YT', 'Mayotte', 'Mayotte'), (247, 'ZA', 'South Africa', 'Zuid-Afrika'),
  (248, 'ZM', 'Zambia', 'Zambia'), (249, 'ZW', 'Zimbabwe', 'Zimbabwe');

create table account (
  id text collate "C" primary key check (id ~ '^[0-9A-Za-z]{11}$'),
  email text not null check (length(email) <= 254),
  nickname text check (length(nickname) between 2 and 30),
  nickname_key text collate "C" check (nickname_key <> ''),
  password_hash text not null,
  password_changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  language text not null default 'en' check (language in ('en', 'nl')),
  terms_version text,
  terms_accepted_at timestamptz,
  first_name text check (length(first_name) between 1 and 100),
  last_name text check (length(last_name) between 1 and 100),
  city text check (length(city) between 1 and 100),
  address text check (length(address) between 1 and 200),
  phone text check (length(phone) between 1 and 30),
  household_count smallint check (household_count between 1 and 50),
  country_id smallint references country,
  birthday date,
  gender text check (gender in ('male', 'female')),
  guardian_consent_at timestamptz,
  picture_id text collate "C" references picture,
  is_public boolean not null default false,
  following_content_alert boolean not null default false,
  adult_content boolean not null default false,
  adult_passed_at timestamptz,
  is_operator boolean not null default false,
  is_broadcaster boolean not null default false,
  can_upload_video boolean not null default false,
  hide_globe_welcome boolean not null default false,
  hide_heart_welcome boolean not null default false,
  hide_tv_welcome boolean not null default false,
  hide_user_welcome boolean not null default false,
  hide_watch_later_welcome boolean not null default false,
  hide_direct_publish_welcome boolean not null default false,
  terms_mailed text,
  terms_dismissed text,
  removed_at timestamptz,
  deletion_due_at timestamptz(3),
  is_found boolean not null generated always as (is_public and nickname is not null and removed_at is null and deletion_due_at is null) stored,
  logins_ended_at timestamptz,
  constraint account_adult_passed check (not adult_content or adult_passed_at is not null and birthday is not null),
  constraint account_nickname_has_key check ((nickname is null) = (nickname_key is null)),
  constraint account_terms_dated check ((terms_version is null) = (terms_accepted_at is null))
);
create index account_deletion_due_at on account (deletion_due_at) where deletion_due_at is not null;
create unique index account_email_key on account (lower(email));
create unique index account_nickname_key on account (nickname_key);
create index account_picture_id on account (picture_id) where picture_id is not null;
comment on table account is 'A user with a confirmed email address. Unconfirmed users are in sign_up.';
comment on column account.email is 'As entered; letter case does not distinguish users.';
comment on column account.nickname is 'Null until chosen: most calls then return 427.';
comment on column account.nickname_key is 'The look of the nickname (lookAlikeKey in features/accounts/rules.ts): two lookalikes can''t both exist.';
comment on column account.password_hash is 'Argon2id in PHC form.';
comment on column account.terms_version is 'The accepted version of the terms; the time is in terms_accepted_at.';
comment on column account.guardian_consent_at is 'When a user aged 13 to 17 confirmed the consent of a parent or guardian.';
comment on column account.is_public is 'Can be found in search, and has a public profile.';
comment on column account.following_content_alert is 'Wants email about followed content.';
comment on column account.adult_content is 'Wants to see adult content, and confirmed it with an emailed code, last at adult_passed_at.';
comment on column account.is_operator is 'Runs this installation.';
comment on column account.terms_mailed is 'The latest version of the terms that was announced to the user by email.';
comment on column account.terms_dismissed is 'The latest version of the terms whose announcement the user dismissed on screen.';
comment on column account.removed_at is 'When the operator hid the profile and the user''s own channels from everyone else.';
comment on column account.deletion_due_at is 'When the account will be deleted, at its owner''s request. Null: not requested.';
comment on column account.is_found is 'Other users see the profile.';
comment on column account.logins_ended_at is 'When all logins were last ended at once: by a new password or by choice. Other means of access from before that, such as calendars, are invalid.';

create table session (
  id text collate "C" primary key check (id ~ '^[0-9A-Za-z]{11}$'),
  account_id text collate "C" not null references account on delete cascade,
  cookie_hash bytea not null unique check (length(cookie_hash) = 32),
  user_agent text not null check (length(user_agent) <= 300),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_account_id on session (account_id);
create index session_expires_at on session (expires_at);
comment on table session is 'A login in one browser. Deleting the row ends all its tokens and its cookie at once.';
comment on column session.cookie_hash is 'SHA-256 of the cookie that gives access to pictures, videos and events only, while the session lasts.';
comment on column session.last_seen_at is 'Written at most every 5 minutes.';
comment on column session.expires_at is 'When the latest refresh token expires.';

create table session_token (
  access_hash bytea primary key check (length(access_hash) = 32),
  refresh_hash bytea not null unique check (length(refresh_hash) = 32),
  session_id text collate "C" not null references session on delete cascade,
  access_expires_at timestamptz not null,
  refresh_expires_at timestamptz not null,
  rotated_at timestamptz,
  rotation_nonce bytea check (length(rotation_nonce) = 32),
  user_version integer not null default 0,
  constraint session_token_rotated_with_nonce check ((rotated_at is null) = (rotation_nonce is null))
);
create index session_token_refresh_expires_at on session_token (refresh_expires_at);
create index session_token_session_id on session_token (session_id);
comment on table session_token is 'All pairs of access and refresh tokens of a session. Only their SHA-256 is stored.';
comment on column session_token.rotated_at is 'When the refresh token was used. A second use within 30 seconds returns the same successor, a later use ends the session.';
comment on column session_token.rotation_nonce is 'Derives the successor, together with the refresh token itself, which only the user has.';
comment on column session_token.user_version is 'Increases with each change to cached properties of the user: a cached user with another version is read again.';

create table sign_up (
  id text collate "C" primary key check (id ~ '^[0-9A-Za-z]{11}$'),
  email text not null check (length(email) <= 254),
  token_hash bytea unique check (length(token_hash) = 32),
  password_hash text,
  nickname text,
  birthday date,
  guardian_consent boolean not null default false,
  terms_version text,
  language text not null check (language in ('en', 'nl')),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  expires_at timestamptz not null default now() + '24:00:00',
  nickname_key text,
  mailbox text not null,
  mailed_at timestamptz
);
create index sign_up_email on sign_up (lower(email));
create index sign_up_expires_at on sign_up (expires_at);
create index sign_up_mailbox on sign_up (mailbox);
create index sign_up_nickname_key on sign_up (nickname_key) where password_hash is not null;
comment on table sign_up is 'Sign-ups with an unconfirmed address. They expire, and reserve neither address nor nickname.';
comment on column sign_up.token_hash is 'SHA-256 of the token in the emailed link. Null: not emailed yet, or the address has an account; the row then only makes a login look like any other.';
comment on column sign_up.password_hash is 'Null: only the address was given (the form comes after the email), or the sign-up is confirmed.';
comment on column sign_up.confirmed_at is 'The link was opened and the account created; opening it again changes nothing and succeeds.';
comment on column sign_up.nickname_key is 'The look of the nickname, as in account. Not reserved.';
comment on column sign_up.mailbox is 'The mailbox of the address, as far as known: without plus tag, and without dots at Gmail (mailboxKey in features/accounts/rules.ts).';
comment on column sign_up.mailed_at is 'When its email was created. Null: not yet.';

create table one_time_secret (
  account_id text collate "C" not null references account on delete cascade,
  purpose text not null check (purpose in ('reset', 'adult', 'sessions')),
  secret_hash bytea not null check (length(secret_hash) = 32),
  attempts_left smallint check (attempts_left >= 0),
  expires_at timestamptz not null,
  primary key (account_id, purpose)
);
create index one_time_secret_expires_at on one_time_secret (expires_at);
create index one_time_secret_sessions on one_time_secret (secret_hash) where purpose = 'sessions';
comment on table one_time_secret is 'Emailed codes and links that prove access to the mailbox: one per account and purpose; a new one replaces the old.';
comment on column one_time_secret.secret_hash is 'SHA-256. A 4-digit code is protected by its attempts and its 10 minutes, not by the hash.';
comment on column one_time_secret.attempts_left is 'Null for a link: its token can''t be guessed.';

create table known_device (
  device_hash bytea not null check (length(device_hash) = 32),
  account_id text collate "C" not null references account on delete cascade,
  expires_at timestamptz not null,
  primary key (device_hash, account_id)
);
create index known_device_account_id on known_device (account_id);
create index known_device_expires_at on known_device (expires_at);
comment on table known_device is 'Browsers that have logged in to an account: wrong passwords of others do not count against them. Kept for 13 months after the latest login.';
comment on column known_device.device_hash is 'SHA-256 of the browser''s cookie, which is replaced at each login.';

create unlogged table used_captcha (
  nonce bytea primary key,
  expires_at timestamptz not null
);
create index used_captcha_expires_at on used_captcha (expires_at);
comment on table used_captcha is 'Solved captchas, which are not accepted again. Unlogged: after a crash, captchas of the last minutes could be reused, which is harmless.';

create table team (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9]{11}$'),
  name text not null check (char_length(name) between 1 and 50),
  description text not null default '' check (char_length(description) <= 5000),
  picture_id text collate "C" references picture,
  created_at timestamptz not null default now()
);
create index team_picture_id on team (picture_id) where picture_id is not null;

create table team_member (
  user_id text collate "C" not null references account on delete cascade,
  team_id text collate "C" not null references team on delete cascade,
  is_admin boolean not null default false,
  invited_at timestamptz not null default now(),
  accepted_at timestamptz,
  primary key (user_id, team_id),
  check (accepted_at is not null or not is_admin)
);
create index team_member_team_id on team_member (team_id);
comment on column team_member.accepted_at is 'Null: the invitation waits for an answer and gives no access yet.';

-- Television

create table tv_source (
  id text collate "C" default random_id() primary key check (id ~ '^[0-9A-Za-z]{11}$'),
  kind text collate "C" not null check (kind in ('m3u', 'xmltv')),
  name text not null check (length(name) between 1 and 255),
  url text collate "C" check (octet_length(url) <= 2048),
  is_off boolean not null default false,
  guides text[] not null default '{}' check (cardinality(guides) <= 100),
  failures smallint not null default 0 check (failures >= 0),
  imported_at timestamptz,
  created_at timestamptz not null default now(),
  is_relayed boolean not null default false,
  etag text collate "C" check (octet_length(etag) <= 1024),
  last_modified text collate "C" check (octet_length(last_modified) <= 100)
);
create unique index tv_source_of_file on tv_source (kind, name) where url is null;
create unique index tv_source_of_url on tv_source (kind, url) where url is not null;
comment on table tv_source is 'A list of TV channels or a guide that is imported repeatedly: entries that an import no longer finds are gone.';
comment on column tv_source.url is 'Fetched every 6 hours. Null: a file, identified by its name.';
comment on column tv_source.is_off is 'No longer fetched automatically; its content stays.';
comment on column tv_source.guides is 'Addresses of guides named by a list. They are suggested, and never fetched automatically.';
comment on column tv_source.failures is 'Consecutive failed imports.';
comment on column tv_source.imported_at is 'When the latest import was done.';
comment on column tv_source.is_relayed is 'Of a list: this server passes its streams on to viewers whose browser can''t play them directly.';
comment on column tv_source.etag is 'Of the latest import, as sent by the host: with it the host can answer that nothing changed. Null where everything must be read again.';
comment on column tv_source.last_modified is 'As etag, by the host''s time.';

create table tv_import (
  id text collate "C" default random_id() primary key check (id ~ '^[0-9A-Za-z]{11}$'),
  source_id text collate "C" not null references tv_source on delete cascade,
  status text collate "C" not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  read integer not null default 0 check (read >= 0),
  written integer not null default 0 check (written >= 0),
  unchanged integer not null default 0 check (unchanged >= 0),
  skipped integer not null default 0 check (skipped >= 0),
  removed integer not null default 0 check (removed >= 0),
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array' and jsonb_array_length(problems) <= 1000),
  failure text collate "C",
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  seen_at timestamptz not null default now(),
  finished_at timestamptz,
  is_same boolean not null default false,
  check ((status in ('done', 'failed')) = (finished_at is not null)),
  check ((status = 'failed') = (failure is not null))
);
create index tv_import_list on tv_import (created_at desc, id desc);
create index tv_import_of_source on tv_import (source_id, created_at desc);
create index tv_import_open on tv_import (seen_at) where finished_at is null;
comment on table tv_import is 'One import of a source. Kept for 90 days.';
comment on column tv_import.read is 'Channels of a list, or programmes of a guide. The sum of written, unchanged and skipped.';
comment on column tv_import.removed is 'Entries of earlier imports that are no longer in the source.';
comment on column tv_import.problems is 'Unreadable entries: [{line, code, detail}], the first thousand.';
comment on column tv_import.failure is 'Why nothing was imported: a key of the texts.';
comment on column tv_import.seen_at is 'The last sign of life of the process that runs it.';
comment on column tv_import.is_same is 'The host answered that nothing changed since the last import: nothing was read.';

create table guide_channel (
  id integer generated always as identity primary key,
  source_id text collate "C" not null references tv_source on delete cascade,
  key text collate "C" not null check (length(key) between 1 and 255),
  name text not null check (length(name) between 1 and 255),
  match_names text[] collate "C" not null default '{}',
  icon_url text check (octet_length(icon_url) <= 8192),
  hash bigint not null,
  unique (source_id, key)
);
create index guide_channel_alike on guide_channel using gin (folded(name) gin_trgm_ops);
create index guide_channel_key on guide_channel (lower(key));
create index guide_channel_names on guide_channel using gin (match_names);
comment on table guide_channel is 'A channel as a guide names it. Programmes belong to it; TV channels point to the one with their programmes.';
comment on column guide_channel.key is 'The guide''s own id of the channel.';
comment on column guide_channel.match_names is 'Its names as compared with those of TV channels: `matchName` in features/television/rules.ts.';

create table tv_channel (
  id text collate "C" default random_id() primary key check (id ~ '^[0-9A-Za-z]{11}$'),
  source_id text collate "C" references tv_source on delete cascade,
  kind text collate "C" not null default 'live' check (kind in ('live', 'radio')),
  name text not null check (length(name) between 1 and 255),
  folded_name text not null generated always as (folded(name)) stored,
  match_name text collate "C" not null default '',
  number double precision check (number between 1 and 99999),
  tvg_id text collate "C" check (length(tvg_id) between 1 and 255),
  groups text[] not null default '{}' check (cardinality(groups) <= 20),
  logo_url text check (octet_length(logo_url) <= 8192),
  picture_id text collate "C" references picture on delete set null,
  picture_due_at timestamptz,
  stream_url text collate "C" not null check (octet_length(stream_url) <= 8192),
  stream_headers jsonb not null default '{}' check (jsonb_typeof(stream_headers) = 'object'),
  stream_kind text collate "C" check (stream_kind in ('hls', 'dash')),
  is_protected boolean not null default false,
  catchup_mode text collate "C" check (catchup_mode in ('default', 'append', 'shift', 'flussonic', 'fs', 'xc')),
  catchup_source text collate "C" check (octet_length(catchup_source) <= 8192),
  catchup_days smallint not null default 0 check (catchup_days between 0 and 365),
  guide_shift_minutes smallint not null default 0 check (guide_shift_minutes between -1440 and 1440),
  dvr_base text collate "C" check (octet_length(dvr_base) <= 8192),
  dvr_extension text not null default '' check (length(dvr_extension) <= 255),
  adult boolean not null default false,
  blocked_countries smallint[] not null default '{}' check (cardinality(blocked_countries) <= 300),
  owner_id text collate "C" references account on delete set null,
  is_off boolean not null default false,
  position bigint not null,
  set_by_hand text[] collate "C" not null default '{}',
  guide_channel_id integer references guide_channel on delete set null,
  guide_match text collate "C" check (guide_match in ('id', 'name', 'hand')),
  hash bigint,
  gone_at timestamptz,
  created_at timestamptz not null default now(),
  list_name text,
  list_tvg_id text,
  list_url text collate "C",
  was_off boolean,
  match_tvg_name text collate "C" not null default '',
  check ((source_id is null) = (hash is null)),
  check (guide_channel_id is null or guide_match is not null),
  constraint tv_channel_listed check ((source_id is null) = (list_name is null) and (source_id is null) = (list_url is null))
);
create index tv_channel_gone on tv_channel (gone_at) where gone_at is not null;
create index tv_channel_groups on tv_channel using gin (groups) where (not is_off) and gone_at is null;
create index tv_channel_guide on tv_channel (guide_channel_id);
create index tv_channel_name on tv_channel using gin (folded_name gin_trgm_ops);
create index tv_channel_of_owner on tv_channel (owner_id) where owner_id is not null;
create index tv_channel_of_source on tv_channel (source_id);
create index tv_channel_order on tv_channel (position, id);
create index tv_channel_picture_due on tv_channel (picture_due_at) where picture_due_at is not null;
create index tv_channel_picture_id on tv_channel (picture_id) where picture_id is not null;
create index tv_channel_shown on tv_channel (position, id) where (not is_off) and gone_at is null;
comment on table tv_channel is 'A broadcaster''s channel: from a list, or created by an operator.';
comment on column tv_channel.source_id is 'The list it comes from. Null: created by an operator.';
comment on column tv_channel.match_name is 'The name as compared with those of guides.';
comment on column tv_channel.tvg_id is 'The id by which lists name the channel of a guide.';
comment on column tv_channel.logo_url is 'The address of the logo in the list; picture_id is the fetched picture, or one chosen by an operator.';
comment on column tv_channel.picture_due_at is 'When the logo will be fetched. Null: there is none, or it was fetched.';
comment on column tv_channel.stream_headers is 'Headers that the stream''s server requires, such as User-Agent and Referer. Browsers can''t set these.';
comment on column tv_channel.stream_kind is 'How it plays, if the list says so. Null: decided by the address.';
comment on column tv_channel.is_protected is 'Encrypted: needs a licence that this site can''t give to browsers.';
comment on column tv_channel.catchup_source is 'Template of addresses of past programmes: {utc}, {duration} and others.';
comment on column tv_channel.catchup_days is 'For how many days past programmes can be watched.';
comment on column tv_channel.guide_shift_minutes is 'By how much the guide''s times differ for this channel (`tvg-shift`).';
comment on column tv_channel.blocked_countries is 'Ids of country.';
comment on column tv_channel.owner_id is 'The broadcaster, whose statistics count it.';
comment on column tv_channel.set_by_hand is 'Columns set by an operator: imports do not change them.';
comment on column tv_channel.guide_match is 'How guide_channel_id was found. hand: by an operator, and it stays, also when it is null.';
comment on column tv_channel.hash is 'Of the list''s entry.';
comment on column tv_channel.gone_at is 'Since when the list does not have it. Hidden everywhere, and deleted after 30 days; if the list has it again before that, it is the same channel.';
comment on column tv_channel.list_name is 'Name, tvg_id and address as last seen in the list, whatever an operator set: the channel is recognised by these.';
comment on column tv_channel.was_off is 'Removed after a report: whether it was off before. Null: not removed, or switched by an operator since.';
comment on column tv_channel.match_tvg_name is 'The list''s name for guides (`tvg-name`), as names are compared. Empty: the same as the name.';

create table tv_item (
  id text collate "C" default random_id() primary key check (id ~ '^[0-9A-Za-z]{11}$'),
  channel_id text collate "C" not null references tv_channel on delete cascade,
  title text not null check (length(title) between 1 and 255),
  url text collate "C" not null check (octet_length(url) <= 8192),
  poster_url text check (octet_length(poster_url) <= 8192),
  "group" text not null default '' check (length("group") <= 255),
  position bigint not null,
  hash bigint not null,
  unique (channel_id, hash)
);
create index tv_item_list on tv_item (channel_id, position, id);
create index tv_item_of_picture on tv_item (hashtext(poster_url)) where poster_url is not null;
comment on table tv_item is 'An on-demand video of a channel in the same list.';
comment on column tv_item.hash is 'Of the list''s entry: a changed item is another one.';

create unlogged table tv_list_stage (
  import_id text collate "C" not null,
  line integer not null,
  kind text collate "C" not null,
  name text not null,
  match_name text collate "C" not null,
  tvg_id text,
  number double precision,
  groups text[] not null,
  logo_url text,
  stream_url text collate "C" not null,
  stream_headers jsonb not null,
  stream_kind text collate "C",
  is_protected boolean not null,
  catchup_mode text collate "C",
  catchup_source text collate "C",
  catchup_days smallint not null,
  guide_shift_minutes smallint not null,
  adult boolean not null,
  hash bigint not null,
  channel_id text collate "C",
  is_new boolean not null default false,
  match_tvg_name text collate "C" not null default '',
  primary key (import_id, line)
);
create index tv_list_stage_channel on tv_list_stage (import_id, channel_id);
create index tv_list_stage_entry on tv_list_stage (import_id, md5(name), md5(stream_url));
comment on table tv_list_stage is 'A list while it is read. After the last line, the differences are written to tv_channel and tv_item in one transaction.';
comment on column tv_list_stage.channel_id is 'The existing channel of the entry. Null: none.';

create table guide_programme (
  guide_channel_id integer not null,
  starts_at timestamptz(0) not null,
  stops_at timestamptz(0) not null,
  id text collate "C" not null constraint programme_id_key unique constraint programme_id_check check (octet_length(id) = 11),
  title text not null constraint programme_title_check check (octet_length(title) between 1 and 1020),
  sub_title text constraint programme_sub_title_check check (octet_length(sub_title) <= 1020),
  description text constraint programme_description_check check (octet_length(description) <= 20000),
  language text collate "C" constraint programme_language_check check (octet_length(language) <= 140),
  translations jsonb constraint programme_translations_check check (jsonb_typeof(translations) = 'object'),
  categories text[] not null default '{}' constraint programme_categories_check check (cardinality(categories) <= 20),
  season smallint constraint programme_season_check check (season >= 0),
  episode integer constraint programme_episode_check check (episode >= 0),
  episode_text text constraint programme_episode_text_check check (octet_length(episode_text) <= 400),
  icon_url text constraint programme_icon_url_check check (octet_length(icon_url) <= 8192),
  rating text constraint programme_rating_check check (octet_length(rating) <= 400),
  year smallint constraint programme_year_check check (year between 1 and 9999),
  is_new boolean not null default false,
  is_repeat boolean not null default false,
  hash bigint not null,
  guide_stops_at timestamptz(0),
  primary key (guide_channel_id, starts_at),
  check (guide_stops_at > starts_at),
  constraint programme_check check (stops_at > starts_at)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
create index programme_of_picture on guide_programme (guide_channel_id, hashtext(icon_url)) where icon_url is not null;
create index programme_of_title on guide_programme (hashtext(title), starts_at);
comment on table guide_programme is 'Programmes of guides, including removed ones: the visible ones are in programme. From 14 days back to 14 days ahead. By channel and start, so that a day, or some hours of many channels, are short ranges of the primary key.';
comment on column guide_programme.guide_channel_id is 'No foreign key: checking it took as long as writing the row. An import locks the source of these channels, and a trigger deletes the programmes of a deleted channel.';
comment on column guide_programme.stops_at is 'Never after the start of the channel''s next programme.';
comment on column guide_programme.id is 'Seven letters from its channel and four from its start: entries of one channel are adjacent in the index.';
comment on column guide_programme.title is 'The first title in the guide; language is that of the title, if the guide names it. The import counts characters; the checks only count bytes, which is faster.';
comment on column guide_programme.translations is 'Other languages: {"nl": {"title", "sub_title", "description"}}.';
comment on column guide_programme.episode_text is 'As shown, if there are no numbers.';
comment on column guide_programme.hash is 'Of the guide''s entry: an unchanged programme is not written again.';
comment on column guide_programme.guide_stops_at is 'The end according to the guide. Null: none. stops_at is computed from it and the next programme of any import.';

create table removed_programme (
  programme_id text collate "C" primary key check (programme_id ~ '^[0-9A-Za-z]{11}$'),
  removed_at timestamptz not null default now()
);
comment on table removed_programme is 'Programmes removed by an operator: guides keep them, and no one sees them. Kept for 30 days, after which no guide has them, and while a notification names them.';

create view programme as
  select * from guide_programme where not exists (select from removed_programme where programme_id = guide_programme.id);
comment on view programme is 'The programmes that are visible: all of guides, without removed ones. Reads use this view; imports write guide_programme.';

create table programme_title (
  title text primary key,
  folded_title text not null generated always as (folded(title)) stored
);
create index programme_title_by_length on programme_title (length(title), title) include (folded_title);
create index programme_title_trigrams on programme_title using gin (folded_title gin_trgm_ops);
comment on table programme_title is 'Titles of programmes, past ones included: imports add them, an hourly job deletes unused ones.';

create table programme_picture (
  address_md5 uuid generated always as (md5(address)::uuid) stored primary key,
  address text not null check (octet_length(address) <= 8192),
  picture_id text collate "C" references picture,
  due_at timestamptz,
  check ((picture_id is null) = (due_at is not null))
);
create index programme_picture_picture_id on programme_picture (picture_id) where picture_id is not null;
comment on table programme_picture is 'Addresses of pictures that were or will be fetched. Programmes refer to them by icon_url, on-demand videos by poster_url.';
comment on column programme_picture.address_md5 is 'Addresses are too long for an index.';
comment on column programme_picture.due_at is 'Not fetched before this time. Null: its picture exists.';

create table reminder (
  user_id text collate "C" not null references account on delete cascade,
  programme_id text collate "C" not null check (programme_id ~ '^[0-9A-Za-z]{11}$'),
  tv_channel_id text collate "C" not null references tv_channel on delete cascade,
  title text not null check (length(title) between 1 and 255),
  starts_at timestamptz not null,
  state text collate "C" not null default 'waiting' check (state in ('waiting', 'told', 'gone')),
  created_at timestamptz not null default now(),
  primary key (user_id, programme_id)
);
create index reminder_due on reminder (starts_at) where state = 'waiting';
create index reminder_tv_channel_id on reminder (tv_channel_id);
comment on table reminder is 'A programme whose start a user is notified of. Kept for two days after the start.';
comment on column reminder.programme_id is 'Follows the programme when the guide moves it. Not a foreign key: users are notified of a programme that vanishes.';
comment on column reminder.title is 'The guide''s first title: with the channel it identifies a moved programme.';
comment on column reminder.state is '`told`: notified. `gone`: no guide has it any more, and the user was notified.';

create table reminder_calendar (
  user_id text collate "C" primary key references account on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now()
);
comment on table reminder_calendar is 'A token that gives access to the reminders of an account as a calendar, and to nothing else.';

-- Channels, series and videos

create table playlist_group (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9]{11}$'),
  user_id text collate "C" not null references account,
  team_id text collate "C" references team,
  owner_id text collate "C" not null generated always as (coalesce(team_id, user_id)) stored,
  name text not null check (char_length(name) between 1 and 50),
  picture_id text collate "C" references picture,
  status_id smallint not null check (status_id between 1 and 3),
  is_archived boolean not null default false,
  position bigint not null,
  created_at timestamptz not null default now(),
  unique (id, owner_id),
  constraint playlist_group_place unique (owner_id, is_archived, position) deferrable
);
create index playlist_group_picture_id on playlist_group (picture_id) where picture_id is not null;
create index playlist_group_user_id on playlist_group (user_id);
comment on column playlist_group.user_id is 'The creator, who gets it back when a team gives it up.';
comment on column playlist_group.owner_id is 'The team that owns it, else the user.';
comment on column playlist_group.status_id is 'The status of channels moved into the group, unless they are private.';

create table playlist (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9]{11}$'),
  user_id text collate "C" not null references account,
  team_id text collate "C" references team,
  owner_id text collate "C" not null generated always as (coalesce(team_id, user_id)) stored,
  kind text collate "C" not null default 'channel' check (kind in ('channel', 'direct_publish', 'watch_later')),
  name text not null check (char_length(name) between 1 and 50),
  description text not null default '' check (char_length(description) <= 5000),
  picture_id text collate "C" references picture,
  tags text[] not null default '{}' check (cardinality(tags) <= 50),
  status_id smallint not null check (status_id between 1 and 3),
  public_since timestamptz,
  adult boolean not null default false,
  slug text collate "C" unique check (slug ~ '^[a-z0-9-]{3,50}$'),
  finished boolean not null default false,
  default_rank integer check (default_rank >= 0),
  listing_rank bigint generated always as (
    case when kind = 'channel' and status_id = 3
      then coalesce(default_rank, 9000000000000000 - (extract(epoch from public_since at time zone 'utc') * 1000000)::bigint) end
  ) stored,
  is_archived boolean not null default false,
  is_left boolean not null default false,
  group_id text collate "C",
  section text collate "C" generated always as (
    case when kind <> 'channel' or group_id is not null then null
      when is_archived then 'archive' when status_id = 3 then 'public' when is_left then 'left' else 'other' end
  ) stored,
  position bigint not null,
  created_at timestamptz not null default now(),
  views bigint not null default 0 check (views >= 0),
  words text not null generated always as (search_words(name, tags)) stored,
  folded_name text not null generated always as (folded(name)) stored,
  slug_look text collate "C" generated always as (replace(replace(translate(slug, '01i-', 'oll'), 'm', 'rn'), 'w', 'vv')) stored unique check (slug_look <> ''),
  key bigint generated always as identity unique,
  id_was_public boolean not null default false,
  copied_playlist_key bigint,
  removed_alone_at timestamptz,
  removed_with_owner_at timestamptz,
  removed_at timestamptz generated always as (coalesce(removed_alone_at, removed_with_owner_at)) stored,
  constraint playlist_group_member unique (group_id, position) deferrable,
  constraint playlist_place unique (owner_id, section, position) deferrable,
  foreign key (group_id, owner_id) references playlist_group (id, owner_id),
  check ((status_id = 3) = (public_since is not null)),
  check (not (is_archived and group_id is not null)),
  check (kind = 'channel' or (team_id is null and group_id is null and not is_archived and status_id = case kind when 'direct_publish' then 3 else 1 end)),
  constraint playlist_new_id_for_private_link check (status_id <> 2 or not id_was_public)
);
create index playlist_added on playlist (((extract(epoch from created_at at time zone 'utc') * 1000000)::bigint), key) where listing_rank is not null;
create index playlist_listing on playlist (listing_rank, key) where listing_rank is not null;
create unique index playlist_one_of_a_kind on playlist (user_id, kind) where kind <> 'channel';
create index playlist_owner_listing on playlist (owner_id, listing_rank, key) where listing_rank is not null;
create index playlist_owner_newest on playlist (owner_id, adult, (removed_at is not null), listing_rank, key) where listing_rank is not null;
create index playlist_picture_id on playlist (picture_id) where picture_id is not null;
create index playlist_public_of_owner on playlist (owner_id, public_since desc) where status_id = 3;
create index playlist_published on playlist (((extract(epoch from public_since at time zone 'utc') * 1000000)::bigint), key) where listing_rank is not null;
create index playlist_user_id on playlist (user_id);
comment on column playlist.user_id is 'The creator, who gets it back when a team gives it up.';
comment on column playlist.owner_id is 'The team that owns it, else the user.';
comment on column playlist.kind is 'Each user has one direct_publish (public) and one watch_later (private) channel, created with the account.';
comment on column playlist.status_id is '1 private, 2 private link, 3 public.';
comment on column playlist.slug is 'Resolves only while the channel is public; stays taken otherwise.';
comment on column playlist.default_rank is 'Set by the operator: shown to everyone first, in this order.';
comment on column playlist.listing_rank is 'An ascending key for the list of public channels: the operator''s choice, then the newest.';
comment on column playlist.section is 'The section in the owner''s bar. Null in a group and for the special kinds.';
comment on column playlist.views is 'Number of views that were counted so far.';
comment on column playlist.words is 'The distinct words of name and tags as searched, each between two spaces.';
comment on column playlist.folded_name is 'The name as compared with a search.';
comment on column playlist.slug_look is 'The look of the slug (lookAlikeKey in features/accounts/rules.ts).';
comment on column playlist.key is 'Identifies the channel in follow, liking and statistics: it never changes and never leaves the server. id is the link, and a new link replaces it.';
comment on column playlist.id_was_public is 'The present id may be known publicly: the channel gets another id before it becomes a private link. Kept by a trigger.';
comment on column playlist.copied_playlist_key is 'The channel it was copied from (playlist.key, which stays when the id is replaced), which may be deleted.';
comment on column playlist.removed_alone_at is 'When the operator removed it.';
comment on column playlist.removed_with_owner_at is 'When the operator removed its owner, or its owner asked to be deleted. Kept by triggers.';
comment on column playlist.removed_at is 'Since when only its editors see it.';
comment on index playlist_owner_listing is 'Pages of the public channels on a profile.';

create table newest_playlist (
  playlist_key bigint primary key,
  listing_rank bigint not null,
  added bigint not null,
  published bigint not null
);
create index newest_playlist_added on newest_playlist (added, playlist_key);
create index newest_playlist_listed on newest_playlist (listing_rank, playlist_key);
create index newest_playlist_published on newest_playlist (published, playlist_key);
comment on table newest_playlist is 'Public channels in the lists of the newest: the operator''s choice, and those with fewer than six newer ones of their owner within a day, counted apart for adult and removed ones. Kept by triggers. No foreign key: its locks would be taken before that of the owner.';
comment on column newest_playlist.added is 'Microseconds since 1970.';
comment on column newest_playlist.published is 'Microseconds since 1970.';

create table playlist_word (
  scope text collate "C" not null,
  term text collate "C" not null,
  rank bigint not null,
  playlist_id text collate "C" not null,
  primary key (term, scope, rank, playlist_id)
);
create index playlist_word_playlist_id on playlist_word (playlist_id);
comment on table playlist_word is 'The search index of channels. Written only by triggers on playlist, which also delete: a foreign key would cost more than the row.';
comment on column playlist_word.scope is 'The users who may find the channel: public, adult (public, for users who see adult channels), else only the owner with this id.';
comment on column playlist_word.term is 'A word, or the first 3 to 6 letters of a longer one followed by *.';
comment on column playlist_word.rank is 'Lowest first: listing_rank, or by age for unlisted channels.';

create table search_word (
  word text collate "C" primary key
);
create index search_word_trigrams on search_word using gin (word gin_trgm_ops) with (fastupdate=off);
comment on table search_word is 'All words of three letters or more, to correct typing errors in searches. A job deletes words that no channel has any more.';

create table shortcut (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9]{11}$'),
  user_id text collate "C" not null references account,
  team_id text collate "C" references team,
  owner_id text collate "C" not null generated always as (coalesce(team_id, user_id)) stored,
  tier_id text collate "C" not null,
  is_left boolean not null default false,
  position bigint not null,
  created_at timestamptz not null default now(),
  unique (owner_id, tier_id),
  constraint shortcut_place unique (owner_id, is_left, position) deferrable
);
create index shortcut_user_id on shortcut (user_id);
comment on table shortcut is 'A package (tier) in the bar of its owner.';

create table series (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9]{11}$'),
  playlist_id text collate "C" not null references playlist on update cascade on delete cascade,
  name text not null check (char_length(name) between 1 and 255),
  description text not null default '' check (char_length(description) <= 5000),
  type text collate "C" check (type = 'header'),
  home_video_id text collate "C",
  position bigint not null,
  created_at timestamptz not null default now(),
  copied_series_id text collate "C",
  removed_at timestamptz,
  constraint series_place unique (playlist_id, position) deferrable
);
create unique index series_one_header on series (playlist_id) where type = 'header';
comment on column series.type is 'header: the opening banner of its channel.';
comment on column series.home_video_id is 'The video chosen as home. Null: the first one.';
comment on column series.copied_series_id is 'The series it was copied from, which may be deleted.';
comment on column series.removed_at is 'Since when only its editors see it.';

create table upload (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9]{11}$'),
  user_id text collate "C" references account on delete set null,
  series_id text collate "C" references series on delete set null,
  series_index integer check (series_index >= 0),
  title text not null check (char_length(title) between 1 and 255),
  filename text not null check (char_length(filename) between 1 and 255),
  size bigint not null check (size between 1 and 4294967296),
  state text collate "C" not null default 'uploading' check (state in ('uploading', 'waiting', 'processing', 'done', 'failed')),
  reason text collate "C",
  job_id uuid,
  stored_bytes bigint not null default 0 check (stored_bytes >= 0),
  has_original boolean not null default false,
  has_thumbnails boolean not null default false,
  is_listed boolean not null default true,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  multipart_id text,
  check ((reason is not null) = (state = 'failed')),
  check ((ended_at is not null) = (state in ('done', 'failed')))
);
create index upload_series_id on upload (series_id) where series_id is not null;
create index upload_unfinished on upload (created_at) where state in ('uploading', 'waiting', 'processing');
create index upload_user_id on upload (user_id, created_at desc) where user_id is not null;
comment on table upload is 'A file that a user uploads or uploaded. Its id is the folder of its files and part of their addresses.';
comment on column upload.user_id is 'The uploader, whose quota it uses. Null: the account is deleted, and the files are deleted once no video plays them.';
comment on column upload.series_id is 'The series that its video will be added to. Null: that series is deleted.';
comment on column upload.series_index is 'The requested position in the series. Null: the end.';
comment on column upload.size is 'Bytes of the uploaded file.';
comment on column upload.reason is 'Why it failed: a code of the feature''s rules.';
comment on column upload.job_id is 'The job that transcodes it.';
comment on column upload.stored_bytes is 'Bytes of all stored files.';
comment on column upload.has_original is 'The uploaded file is stored.';
comment on column upload.has_thumbnails is 'There are previews for the timeline.';
comment on column upload.is_listed is 'The owner has not removed it from the list of uploads.';
comment on column upload.multipart_id is 'The multipart upload in S3 that holds the received parts. Null when files are on a disk.';

create table upload_poster (
  upload_id text collate "C" not null references upload on delete cascade,
  position smallint not null,
  picture_id text collate "C" not null references picture,
  primary key (upload_id, position)
);
create index upload_poster_picture_id on upload_poster (picture_id);
comment on table upload_poster is 'Frames of an uploaded video that its owner can choose as picture.';

create table upload_captions (
  upload_id text collate "C" not null references upload on delete cascade,
  language text collate "C" not null check (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$'),
  vtt text not null check (octet_length(vtt) <= 2097152),
  primary key (upload_id, language)
);
comment on table upload_captions is 'Captions found in an uploaded file: every video that plays it has them.';
comment on column upload_captions.vtt is 'WebVTT as we write it: times and plain text.';

create table video (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9]{11}$'),
  series_id text collate "C" not null references series on delete cascade,
  title text not null check (char_length(title) between 1 and 255),
  description text not null default '' check (char_length(description) <= 5000),
  picture_id text collate "C" references picture,
  src text not null check (char_length(src) <= 2048),
  kind text collate "C" not null,
  site text not null,
  embed_url text,
  content_type text,
  duration integer check (duration >= 0),
  published_at timestamptz not null default now(),
  adult boolean not null default false,
  go_to text check (char_length(go_to) <= 2048),
  go_to_title text check (char_length(go_to_title) <= 255),
  more_title text check (char_length(more_title) <= 255),
  more_info_title text check (char_length(more_info_title) <= 255),
  more_description text check (char_length(more_description) <= 5000),
  more_picture_id text collate "C" references picture,
  copied_video_id text collate "C",
  position bigint not null,
  created_at timestamptz not null default now(),
  is_live boolean not null default false,
  views bigint not null default 0 check (views >= 0),
  likes integer not null default 0 check (likes >= 0),
  pending_user_id text collate "C" references account on delete set null,
  pending_since timestamptz,
  start_at integer check (start_at >= 0),
  end_at integer check (end_at > 0),
  upload_id text collate "C" references upload,
  link_state text collate "C" not null default 'well' check (link_state in ('well', 'doubtful', 'gone')),
  link_problem text collate "C" check (link_problem in ('removed', 'private', 'not_embeddable', 'not_found', 'unreachable', 'not_playable')),
  link_failed_at timestamptz,
  removed_at timestamptz,
  tv_channel_id text collate "C" references tv_channel on delete set null,
  blocked_countries smallint[] not null default '{}' check (cardinality(blocked_countries) <= 300),
  constraint video_place unique (series_id, position) deferrable,
  unique (series_id, id),
  constraint video_link_failure check ((link_state = 'well') = (link_problem is null) and (link_state = 'well') = (link_failed_at is null)),
  constraint video_range check (end_at > start_at)
);
create index video_arrivals on video (series_id, created_at desc, position);
create index video_gone on video (series_id) where link_state = 'gone';
create index video_more_picture_id on video (more_picture_id) where more_picture_id is not null;
create index video_pending on video (pending_user_id, pending_since, id) where pending_user_id is not null;
create index video_picture_id on video (picture_id) where picture_id is not null;
create index video_src on video using hash (src);
create index video_tv_channel_id on video (tv_channel_id) where tv_channel_id is not null;
create index video_upload_id on video (upload_id) where upload_id is not null;
comment on column video.src is 'An http(s) address, or a path on this host.';
comment on column video.kind is 'How src plays, determined when it was set.';
comment on column video.site is 'The displayed name of the source.';
comment on column video.embed_url is 'The player frame or media file that the page at src names.';
comment on column video.content_type is 'Media type of the response from src.';
comment on column video.duration is 'Seconds. Null: unknown.';
comment on column video.published_at is 'The date of the source, else when it was added.';
comment on column video.copied_video_id is 'The video it was copied from, which may be deleted.';
comment on column video.is_live is 'A stream that had no end yet when its address was given.';
comment on column video.views is 'Number of views that were counted so far.';
comment on column video.likes is 'Number of likes: rows of liking, counted by its triggers.';
comment on column video.pending_user_id is 'The page at src is still to be fetched, for this user: title, description and picture are then filled in unless they were edited.';
comment on column video.pending_since is 'When fetching was postponed.';
comment on column video.start_at is 'Seconds: where playing starts. Null: as the link says, else at the beginning.';
comment on column video.end_at is 'Seconds: where playing ends. Null: at the end. May be beyond the duration, which can become known later.';
comment on column video.upload_id is 'The uploaded file that it plays; copies share it. A job deletes files that no video plays any more.';
comment on column video.link_state is 'Copied from link_check: well, doubtful (its address failed once), or gone (failed again at least a day later).';
comment on column video.link_problem is 'Why its address fails.';
comment on column video.link_failed_at is 'When its address failed first.';
comment on column video.removed_at is 'Since when only its editors see it.';
comment on column video.tv_channel_id is 'The TV channel that it, or its source, was copied from. Null: none, or it is deleted.';
comment on column video.blocked_countries is 'Ids of country: those of its TV channel, kept by its trigger. They stay when that is deleted.';
alter table series add foreign key (id, home_video_id) references video (series_id, id);

create table video_captions (
  video_id text collate "C" not null references video on delete cascade,
  language text collate "C" not null check (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$'),
  vtt text check (octet_length(vtt) <= 2097152),
  changed_at timestamptz not null default now(),
  primary key (video_id, language)
);
comment on table video_captions is 'Captions of one video. They replace those of its file.';
comment on column video_captions.vtt is 'WebVTT as we write it. Null: the captions of the file are hidden for this video.';

create table related_video (
  video_id text collate "C" not null references video on delete cascade,
  related_video_id text collate "C" not null,
  position integer not null,
  created_at timestamptz not null default now(),
  primary key (video_id, related_video_id),
  check (related_video_id <> video_id)
);
comment on table related_video is 'Videos that the editors of a channel show beside one of its own. Moves with the video.';
comment on column related_video.related_video_id is 'No foreign key: many others may refer to a video, and its owner must be able to delete it at once. Lists leave out deleted ones.';
comment on column related_video.position is 'The order among those of the same video. Changed only while the channel is locked.';

create table link_check (
  address text collate "C" primary key check (octet_length(address) <= 2048),
  host text collate "C" not null check (length(host) between 1 and 255),
  state text collate "C" not null default 'well' check (state in ('well', 'doubtful', 'gone')),
  problem text collate "C" check (problem in ('removed', 'private', 'not_embeddable', 'not_found', 'unreachable', 'not_playable')),
  failed_at timestamptz,
  gone_at timestamptz,
  silent_since timestamptz,
  looked_at timestamptz,
  due_at timestamptz not null,
  check ((state = 'well') = (problem is null) and (state = 'well') = (failed_at is null)),
  check ((state = 'gone') = (gone_at is not null))
);
create index link_check_due on link_check (due_at);
create index link_check_gone on link_check (gone_at) where state = 'gone';
create index link_check_of_host on link_check (host, due_at);
comment on table link_check is 'The state of the addresses of videos: each is checked about once a week, however many videos have it.';
comment on column link_check.address is 'As in video.src.';
comment on column link_check.host is 'The host that is asked: that of the address, or of the service that describes it.';
comment on column link_check.failed_at is 'When it failed first since it last worked.';
comment on column link_check.gone_at is 'When it was found to be gone.';
comment on column link_check.silent_since is 'Since when there is no response. A week of silence is a failure.';
comment on column link_check.looked_at is 'The latest check that had or should have had a response. Null: none so far.';
comment on column link_check.due_at is 'When it is checked next.';

create table link_check_host (
  host text collate "C" primary key,
  claimed_until timestamptz,
  paused_until timestamptz
);
comment on table link_check_host is 'One process at a time sends requests to a host.';
comment on column link_check_host.claimed_until is 'A process sends requests to it, at most until then.';
comment on column link_check_host.paused_until is 'It asked for no requests until then.';

create table link_digest (
  account_id text collate "C" primary key references account on delete cascade,
  is_on boolean not null default true,
  token text collate "C" not null default replace(gen_random_uuid()::text, '-', '') unique,
  mailed_at timestamptz
);
comment on table link_digest is 'Emails about dead links. No row: never emailed, and not turned off.';
comment on column link_digest.token is 'Turns the emails off without a login, in their List-Unsubscribe header. Has no other use.';
comment on column link_digest.mailed_at is 'The latest email; at most one a week.';

-- Following and likes

create table follow (
  user_id text collate "C" not null references account on delete cascade,
  followed_user_id text collate "C" references account on delete cascade,
  created_at timestamptz not null default now(),
  playlist_key bigint references playlist (key) on delete cascade,
  position bigint not null,
  id text collate "C" default replace(gen_random_uuid()::text, '-', '') primary key,
  seen_at timestamptz not null default now(),
  tv_channel_id text collate "C" references tv_channel on delete cascade,
  constraint follow_place unique (user_id, position) deferrable,
  unique (user_id, followed_user_id),
  unique (user_id, playlist_key),
  unique (user_id, tv_channel_id),
  check (num_nonnulls(playlist_key, followed_user_id, tv_channel_id) = 1)
);
create index follow_created_at on follow (created_at);
create index follow_followed_user_id on follow (followed_user_id) where followed_user_id is not null;
create index follow_playlist_key on follow (playlist_key, created_at desc) where playlist_key is not null;
create index follow_recent on follow (user_id, created_at desc);
create index follow_tv_channel_id on follow (tv_channel_id) where tv_channel_id is not null;
comment on table follow is 'A channel, user or TV channel that a user follows.';
comment on column follow.playlist_key is 'The channel, whatever its id: shown to its follower only while it is public.';
comment on column follow.position is 'The order among the user''s follows: sparse, ascending.';
comment on column follow.id is 'Identifies the row when follows are moved; never leaves the server.';
comment on column follow.seen_at is 'When the follower last looked at the followed thing: later content is new.';

create table follow_event (
  id bigint generated always as identity primary key,
  playlist_key bigint references playlist (key) on delete cascade,
  followed_user_id text collate "C" references account on delete cascade,
  user_id text collate "C" references account on delete set null,
  kind text collate "C" not null check (kind in ('first_follow', 'follow', 'unfollow')),
  happened_at timestamptz not null default now(),
  tv_channel_id text collate "C" references tv_channel on delete cascade,
  check (num_nonnulls(playlist_key, followed_user_id, tv_channel_id) = 1)
);
create index follow_event_followed_user_id on follow_event (followed_user_id, happened_at) where followed_user_id is not null;
create index follow_event_playlist_key on follow_event (playlist_key, happened_at) where playlist_key is not null;
create index follow_event_tv_channel_id on follow_event (tv_channel_id, happened_at) where tv_channel_id is not null;
create index follow_event_user_id on follow_event (user_id, playlist_key, followed_user_id);
comment on table follow_event is 'When users began and stopped to follow a channel, user or TV channel: written by the triggers of follow.';
comment on column follow_event.user_id is 'The follower. Null: the account is deleted.';
comment on column follow_event.kind is 'first_follow: the user had never followed it before.';

create table follow_to_tell (
  event_id bigint primary key
);
comment on table follow_to_tell is 'First follows (follow_event) whose notification is due: written with them, deleted when notified. No foreign key: deletions wait for nothing.';

create table liking (
  user_id text collate "C" not null references account on delete cascade,
  video_id text collate "C" references video on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  playlist_key bigint references playlist (key) on delete cascade,
  unique (user_id, playlist_key),
  unique (user_id, video_id),
  check (num_nonnulls(playlist_key, video_id) = 1)
);
create index liking_created_at on liking (created_at);
create index liking_favorites on liking (user_id, created_at desc, video_id) where video_id is not null;
create index liking_playlist_key on liking (playlist_key) where playlist_key is not null;
create index liking_video_id on liking (video_id) where video_id is not null;
comment on table liking is 'A channel or video that a user likes.';

create table playlist_count (
  playlist_key bigint primary key references playlist (key) on delete cascade,
  likes integer not null default 0 check (likes >= 0),
  followers integer not null default 0 check (followers >= 0)
);
comment on table playlist_count is 'Counters of a channel. No row: all are 0. Not columns of playlist: changing those locks the row against all who refer to it, because generated columns are part of unique keys. Two concurrent likes would deadlock.';
comment on column playlist_count.likes is 'Number of likes: rows of liking, counted by its triggers.';
comment on column playlist_count.followers is 'Number of followers: rows of follow, counted by its triggers.';

create table person_count (
  user_id text collate "C" primary key references account on delete cascade,
  followers integer not null default 0 check (followers >= 0)
);
comment on table person_count is 'Counters of a user. No row: all are 0.';
comment on column person_count.followers is 'Number of followers: rows of follow, counted by its triggers.';

create table tv_channel_count (
  tv_channel_id text collate "C" primary key references tv_channel on delete cascade,
  followers integer not null default 0 check (followers >= 0)
);
comment on table tv_channel_count is 'Counters of a TV channel. No row: all are 0.';
comment on column tv_channel_count.followers is 'Number of followers: rows of follow, counted by its triggers.';

create table playlist_popularity (
  playlist_key bigint primary key references playlist (key) on delete cascade,
  score real not null default 0
);
create index playlist_popularity_rank on playlist_popularity (((score * 1000000)::bigint), playlist_key);
comment on table playlist_popularity is 'How much channels were followed, liked and watched recently; computed by a job.';
comment on column playlist_popularity.score is 'Points for each follow, like and view, which lose half of their worth every week. 0: none recently.';

create table suggestion_list (
  user_id text collate "C" primary key references account on delete cascade,
  made_at timestamptz not null default now(),
  follows integer not null,
  suggestions jsonb not null
);
create index suggestion_list_made_at on suggestion_list (made_at);
comment on table suggestion_list is 'Channels that a user might want to follow, best first, as of the time the list was made: reads check access, follows and dismissals.';
comment on column suggestion_list.follows is 'How many things the user followed then.';
comment on column suggestion_list.suggestions is 'For each, its key and the reason: a kind, with keys of followed channels (from) or with tags. No names: a channel can be renamed or hidden.';

create table dismissed_suggestion (
  user_id text collate "C" not null references account on delete cascade,
  playlist_key bigint not null references playlist (key) on delete cascade,
  dismissed_at timestamptz not null default now(),
  primary key (user_id, playlist_key)
);
create index dismissed_suggestion_dismissed_at on dismissed_suggestion (dismissed_at);
create index dismissed_suggestion_playlist_key on dismissed_suggestion (playlist_key);
comment on table dismissed_suggestion is 'Channels that a user does not want to be suggested; deleted after a year.';

create table promotion (
  id text collate "C" default random_id() primary key check (id ~ '^[0-9A-Za-z]{11}$'),
  playlist_key bigint unique references playlist (key) on delete cascade,
  tv_channel_id text collate "C" unique references tv_channel on delete cascade,
  position bigint not null,
  created_at timestamptz not null default now(),
  check (num_nonnulls(playlist_key, tv_channel_id) = 1)
);
create index promotion_order on promotion (position, id);
comment on table promotion is 'A TV channel or channel that operators show to everyone.';

-- Watching

create sequence view_order;
create table view_action (
  id text collate "C" not null check (id ~ '^[A-Za-z0-9]{11}$'),
  user_id text collate "C" constraint view_action_user_id_fkey1 references account on delete cascade,
  visitor bytea check (length(visitor) = 16),
  video_id text collate "C",
  playlist_key bigint,
  viewed_at timestamptz(3) not null default now(),
  half_hour integer not null default half_hour(now()::timestamptz(3)),
  tv_channel_id text collate "C",
  programme_id text collate "C",
  seq bigint default nextval('view_order'),
  primary key (id, half_hour),
  constraint view_action_once unique nulls not distinct (video_id, playlist_key, tv_channel_id, programme_id, user_id, visitor, half_hour),
  constraint view_action_half_hour_check check (half_hour = floor(date_part('epoch', viewed_at at time zone 'utc') / 1800)),
  constraint view_action_viewed_check check (num_nonnulls(video_id, playlist_key, tv_channel_id) = 1 and (programme_id is null or tv_channel_id is not null)),
  constraint view_action_viewer_check check (num_nonnulls(user_id, visitor) = 1)
) partition by range (half_hour);
create index view_action_history on view_action (user_id, viewed_at desc, id) where user_id is not null;
alter sequence view_order owned by view_action.seq;
comment on table view_action is 'A view: a user or guest started to watch a video, channel, TV channel or programme. Starting again within 30 minutes is the same view. One partition a month, created ahead by make_view_months.';
comment on column view_action.visitor is 'A guest, or a user who wants no history or deleted this entry: a hash whose salt is deleted after the day. Null: user_id.';
comment on column view_action.video_id is 'No foreign key: deleting a video would have to delete all its views.';
comment on column view_action.half_hour is 'Of viewed_at, in half hours since 1970: selects the partition, and lets the unique key keep one of several concurrent views.';
comment on column view_action.tv_channel_id is 'A TV channel that was watched live, or on which a programme was watched.';
comment on column view_action.programme_id is 'Null: not a programme. Programmes are deleted before their views: reads leave those out.';
comment on column view_action.seq is 'The order of views of the same millisecond. Null: created before this column.';
create table view_action_default partition of view_action default;
alter index view_action_default_user_id_viewed_at_id_idx rename to view_action_default_history;
create index view_action_viewed_at on view_action_default (viewed_at) where playlist_key is not null;
comment on table view_action_default is 'Views of months without a partition: before the first one, or while no job ran.';

create table view_process (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9]{11}$'),
  view_action_id text collate "C" not null,
  started_at timestamptz(3) not null default now(),
  reported_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  view_half_hour integer not null
) with (fillfactor = 80);
create index view_process_ended on view_process (ended_at) where ended_at is not null;
create index view_process_open on view_process (started_at) where ended_at is null;
create index view_process_view_action_id on view_process (view_action_id);
comment on table view_process is 'One playback of a view, from its start to its end.';
comment on column view_process.reported_at is 'The player''s latest report. Not indexed: a report writes no index.';
comment on column view_process.ended_at is 'Null: it plays. A job sets a missing end to reported_at.';
comment on column view_process.view_half_hour is 'The partition of the view. No foreign key: partitions are dropped, which must wait for nothing.';

create table visitor_salt (
  day date primary key,
  salt bytea not null
);
comment on table visitor_salt is 'The salt of a day''s guest hashes; deleted after the day, so that no hash can be traced to an address.';

create table watch_position (
  user_id text collate "C" not null references account on delete cascade,
  video_id text collate "C" not null references video on delete cascade,
  position double precision not null check (position between 0 and 1000000),
  duration double precision check (duration > 0 and duration <= 1000000),
  watched_at timestamptz(3),
  reported_at timestamptz not null default now(),
  primary key (user_id, video_id)
) with (fillfactor = 80);
create index watch_position_recent on watch_position (user_id, reported_at desc, video_id desc);
create index watch_position_video_id on watch_position (video_id);
create index watch_position_watched on watch_position (watched_at) where watched_at is not null;
comment on table watch_position is 'A user''s position in a video, and whether they have watched it.';
comment on column watch_position.position is 'Seconds from the beginning.';
comment on column watch_position.duration is 'Seconds, as measured by the player. Null: not reported.';
comment on column watch_position.watched_at is 'Watched to (nearly) the end, or marked as watched. Null: playing resumes at position.';

create table programme_position (
  user_id text collate "C" not null references account on delete cascade,
  programme_id text collate "C" not null check (programme_id ~ '^[0-9A-Za-z]{11}$'),
  tv_channel_id text collate "C" not null references tv_channel on delete cascade,
  position double precision not null check (position between 0 and 1000000),
  duration double precision check (duration > 0 and duration <= 1000000),
  watched_at timestamptz(3),
  reported_at timestamptz not null default now(),
  primary key (user_id, programme_id)
) with (fillfactor = 80);
create index programme_position_recent on programme_position (user_id, reported_at desc, programme_id desc);
create index programme_position_tv_channel_id on programme_position (tv_channel_id);
comment on table programme_position is 'A user''s position in a replayable programme, and whether they have watched it, as in watch_position.';
comment on column programme_position.programme_id is 'No foreign key: guides delete many programmes at once. A nightly job deletes orphaned positions.';
comment on column programme_position.tv_channel_id is 'The TV channel on which it was watched.';

create table no_watch_history (
  user_id text collate "C" primary key references account on delete cascade,
  chosen_at timestamptz(3) not null default now()
);
comment on table no_watch_history is 'Users who want no history: their views are counted by a hash, as those of guests, and no positions are kept.';

-- 0301_view_counts.sql replaces the following tables.
create table view_to_count (
  playlist_key bigint not null,
  series_id text collate "C",
  video_id text collate "C",
  viewer text collate "C" not null,
  viewed_at timestamptz not null default now(),
  check ((series_id is null) = (video_id is null))
);
create index view_to_count_playlist_key on view_to_count (playlist_key);

create table views_to_add (
  video_id text collate "C",
  playlist_key bigint,
  views integer not null check (views > 0),
  constraint views_to_add_once unique nulls not distinct (video_id, playlist_key),
  check (num_nonnulls(video_id, playlist_key) = 1)
);

create table video_view_count (
  playlist_key bigint not null references playlist (key) on delete cascade,
  hour timestamptz not null,
  series_id text collate "C" not null,
  video_id text collate "C" not null,
  views integer not null check (views > 0),
  primary key (playlist_key, hour, series_id, video_id)
);

create table playlist_view_count (
  playlist_key bigint not null references playlist (key) on delete cascade,
  hour timestamptz not null,
  hours_since smallint not null check (hours_since between 0 and 24),
  views integer not null check (views > 0),
  primary key (playlist_key, hour, hours_since)
);

create table channel_viewer (
  playlist_key bigint not null,
  viewer text collate "C" not null,
  viewed_at timestamptz not null,
  primary key (playlist_key, viewer)
) with (fillfactor = 80);

create table tv_view_to_count (
  tv_channel_id text collate "C" not null,
  programme_id text collate "C",
  title text,
  viewer text collate "C" not null,
  viewed_at timestamptz not null default now(),
  check ((programme_id is null) = (title is null))
);
create index tv_view_to_count_tv_channel_id on tv_view_to_count (tv_channel_id);

create table programme_view_count (
  tv_channel_id text collate "C" not null references tv_channel on delete cascade,
  hour timestamptz not null,
  programme_id text collate "C" not null,
  title text not null,
  views integer not null check (views > 0),
  primary key (tv_channel_id, hour, programme_id)
);

create table tv_channel_view_count (
  tv_channel_id text collate "C" not null references tv_channel on delete cascade,
  hour timestamptz not null,
  hours_since smallint not null check (hours_since between 0 and 24),
  views integer not null check (views > 0),
  primary key (tv_channel_id, hour, hours_since)
);

create table tv_channel_viewer (
  tv_channel_id text collate "C" not null,
  viewer text collate "C" not null,
  viewed_at timestamptz not null,
  primary key (tv_channel_id, viewer)
) with (fillfactor = 80);

-- Sharing

create table click_count (
  playlist_key bigint not null references playlist (key) on delete cascade,
  video_id text collate "C" not null,
  clickable_type text collate "C" not null check (clickable_type in ('go_to', 'more_info')),
  hour timestamptz not null,
  clicks integer not null check (clicks > 0),
  primary key (playlist_key, hour, video_id, clickable_type)
);
comment on table click_count is 'Clicks on buttons of videos, for statistics of the channel. No user is stored. Stays when the video is deleted or moved.';
comment on column click_count.hour is 'Start of the hour. Hours, not days: statistics use the days of the reader''s time zone.';

create table share_count (
  playlist_key bigint not null references playlist (key) on delete cascade,
  shareable_type text collate "C" not null check (shareable_type in ('playlist', 'serie', 'video')),
  item_id text collate "C" not null,
  network text collate "C" not null,
  hour timestamptz not null,
  shares integer not null check (shares > 0),
  primary key (playlist_key, hour, shareable_type, item_id, network),
  check ((item_id = '') = (shareable_type = 'playlist'))
);
comment on table share_count is 'Shares of a channel and of its series and videos, for statistics. No user is stored. Stays when the series or video is deleted or moved.';
comment on column share_count.item_id is 'The series or video. Empty: the channel itself, whose id may be replaced.';
comment on column share_count.network is 'Where or how it was shared: link, qr, embed, sheet or a network.';
comment on column share_count.hour is 'Start of the hour. Hours, not days: statistics use the days of the reader''s time zone.';

create table tv_share_count (
  tv_channel_id text collate "C" not null references tv_channel on delete cascade,
  network text collate "C" not null,
  hour timestamptz not null,
  shares integer not null check (shares > 0),
  primary key (tv_channel_id, hour, network)
);
comment on table tv_share_count is 'Shares of TV channels and programmes on them, as share_count has them of channels.';

create table direct_share (
  key bigint generated always as identity primary key,
  video_id text collate "C" unique references video on delete cascade,
  series_id text collate "C" unique references series on delete cascade,
  playlist_id text collate "C",
  address text not null check (address ~ '^/[a-z]' and length(address) <= 500),
  shared_at timestamptz(3) not null default now(),
  tv_channel_id text collate "C",
  check (num_nonnulls(video_id, series_id) = 1),
  check (num_nonnulls(playlist_id, tv_channel_id) = 1)
);
comment on table direct_share is 'A video or series that was shared into a direct-publish channel: the copy, and the address of its source.';
comment on column direct_share.playlist_id is 'The source channel''s id at that time. No foreign key: after a new link the address no longer works.';
comment on column direct_share.address is 'Path and query on this site.';
comment on column direct_share.tv_channel_id is 'The TV channel of the shared programme. No foreign key: the address no longer works when that is deleted.';

create table watch_later_choice (
  user_id text collate "C" primary key references account on delete cascade,
  seen text not null check (seen in ('end', 'out'))
);
comment on table watch_later_choice is 'Where watched videos of a watch-later channel go. No row: to the end.';

-- Notifications

create table notification (
  id text collate "C" default random_id() primary key check (id ~ '^[0-9A-Za-z]{11}$'),
  account_id text collate "C" not null references account on delete cascade,
  kind text collate "C" not null check (kind ~ '^[a-z_]{1,40}$'),
  playlist_key bigint references playlist (key) on delete cascade,
  video_id text collate "C" references video on delete cascade,
  actor_id text collate "C" references account on delete cascade,
  actor_ids text[] not null default '{}',
  details jsonb not null default '{}',
  path text check (path ~ '^/($|[^/\\])' and length(path) <= 2000),
  bundle text collate "C" check (length(bundle) <= 100),
  count integer not null default 1 check (count > 0),
  in_bell boolean not null,
  push_due_at timestamptz,
  is_mail_due boolean not null default false,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  read_at timestamptz,
  programme_id text collate "C" check (programme_id ~ '^[0-9A-Za-z]{11}$'),
  seq bigint generated by default as identity (sequence name notification_order)
);
create index notification_actor_id on notification (actor_id) where actor_id is not null;
create unique index notification_bundle on notification (account_id, kind, bundle) where read_at is null and bundle is not null;
create index notification_created_at on notification (created_at);
create index notification_list on notification (account_id, seq desc) where in_bell;
create index notification_mail on notification (account_id) where is_mail_due;
create index notification_playlist_key on notification (playlist_key) where playlist_key is not null;
create index notification_programme_id on notification (programme_id) where programme_id is not null;
create index notification_push on notification (push_due_at) where push_due_at is not null;
create index notification_unread on notification (account_id, seq desc) where in_bell and read_at is null;
create index notification_video_id on notification (video_id) where video_id is not null;
comment on table notification is 'A notification of a user. Its text is composed when it is read, from the things that the reader may then see.';
comment on column notification.playlist_key is 'The channel it is about; hidden from users who may no longer find the channel.';
comment on column notification.actor_id is 'The user who caused it, the latest of several.';
comment on column notification.actor_ids is 'Of kinds that count users: the counted ones, the latest hundred.';
comment on column notification.details is 'Names and numbers for its text that are stored nowhere else.';
comment on column notification.path is 'Target address without the language, unless it is the address of its subject.';
comment on column notification.bundle is 'Unread notifications with the same kind and bundle are one, which counts.';
comment on column notification.in_bell is 'Shown in the list; otherwise only pushed or emailed.';
comment on column notification.push_due_at is 'When it is pushed. Null: it was, or need not be.';
comment on column notification.is_mail_due is 'Included in the next digest.';
comment on column notification.programme_id is 'The programme it is about; hidden while that is removed. No foreign key: guides keep programmes for two weeks.';
comment on column notification.seq is 'The order of the list: increases with each notification that is new, or new again.';

create table notification_setting (
  account_id text collate "C" not null references account on delete cascade,
  kind text collate "C" not null check (kind ~ '^[a-z_]{1,40}$'),
  bell boolean not null,
  push boolean not null,
  mail boolean not null,
  primary key (account_id, kind)
);
comment on table notification_setting is 'A user''s choice of channels for a kind of notification. No row: the defaults of that kind.';

create table channel_news (
  id bigint generated always as identity primary key,
  playlist_key bigint not null references playlist (key) on delete cascade,
  since timestamptz not null default now(),
  until timestamptz,
  count integer check (count > 0),
  after_user_id text collate "C" not null default '',
  due_at timestamptz not null,
  video_id text collate "C",
  is_told boolean not null default false
);
create index channel_news_playlist_key on channel_news (playlist_key);
create unique index channel_news_waiting on channel_news (playlist_key) where until is null;
comment on table channel_news is 'Channels with new videos whose followers are not all notified yet.';
comment on column channel_news.until is 'When notifying began; the next row has later videos. Null: it waits for due_at, so that many videos make one notification.';
comment on column channel_news.count is 'Number of new videos, known once notifying has begun.';
comment on column channel_news.after_user_id is 'Followers up to this one are notified: an interrupted run continues after it.';
comment on column channel_news.due_at is 'When followers are notified: seconds after the first video, or a minute after the last notification began.';
comment on column channel_news.video_id is 'The new video, if there is only one; it may be deleted.';
comment on column channel_news.is_told is 'All followers are notified. The row is kept for a minute: newer videos wait for its end.';

create table push_subscription (
  session_id text collate "C" primary key references session on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 2000),
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  created_at timestamptz not null default now()
);
comment on table push_subscription is 'The address and keys for push messages to a browser, while its login lasts.';
comment on column push_subscription.endpoint is 'An address of the browser''s vendor, given by the browser.';
comment on column push_subscription.p256dh is 'The browser''s public key, an uncompressed point of P-256. Messages are encrypted for it.';

-- Reports

create table report (
  id text collate "C" default random_id() primary key check (id ~ '^[0-9A-Za-z]{11}$'),
  reporter_id text collate "C" references account on delete set null,
  report_type_id smallint not null check (report_type_id between 1 and 9),
  playlist_key bigint references playlist (key) on delete cascade,
  series_id text collate "C" references series on delete cascade,
  video_id text collate "C" references video on delete cascade,
  user_id text collate "C" references account on delete cascade,
  url text not null check (length(url) <= 2000),
  message text check (length(message) <= 5000),
  state text collate "C" not null default 'open' check (state in ('open', 'dismissed', 'removed')),
  note text not null default '' check (length(note) <= 5000),
  reported_at timestamptz not null default now(),
  owner_id text collate "C",
  decided_at timestamptz,
  answer text check (length(answer) between 1 and 5000),
  answered_at timestamptz,
  tv_channel_id text collate "C" references tv_channel on delete cascade,
  programme_id text collate "C" check (programme_id ~ '^[0-9A-Za-z]{11}$'),
  programme_title text check (length(programme_title) between 1 and 255),
  reportable_type text collate "C" not null generated always as (
    case when playlist_key is not null then 'playlist' when series_id is not null then 'serie' when video_id is not null then 'video'
      when programme_id is not null then 'epg' when tv_channel_id is not null then 'channel' else 'user' end
  ) stored,
  check (num_nonnulls(playlist_key, series_id, video_id, user_id, tv_channel_id) = 1),
  constraint report_programme_check check ((programme_id is null) = (programme_title is null) and (programme_id is null or tv_channel_id is not null))
);
create index report_all on report (reported_at desc, id desc);
create index report_answered on report (reported_at desc, id desc) where state = 'removed' and answer is not null;
create index report_list on report (state, reported_at desc, id desc);
create unique index report_of_reporter on report (reporter_id, playlist_key, series_id, video_id, user_id, tv_channel_id, programme_id) nulls not distinct where reporter_id is not null;
create index report_playlist_key on report (playlist_key) where playlist_key is not null;
create index report_removed on report (owner_id, decided_at desc) where state = 'removed';
create index report_series_id on report (series_id) where series_id is not null;
create index report_tv_channel_id on report (tv_channel_id, programme_id) where tv_channel_id is not null;
create index report_user_id on report (user_id) where user_id is not null;
create index report_video_id on report (video_id) where video_id is not null;
comment on table report is 'A user''s report of a thing: reporting again updates and reopens it. Deleting the thing deletes its reports.';
comment on column report.reporter_id is 'Null: the account is deleted.';
comment on column report.url is 'The page on which it was reported, as sent by the reporter''s browser.';
comment on column report.note is 'Of the operator, visible to operators only.';
comment on column report.reported_at is 'The latest time.';
comment on column report.owner_id is 'The user or team that owned the removed thing, was notified, and may answer once.';
comment on column report.decided_at is 'When it was last dismissed, removed or reopened.';
comment on column report.answer is 'The owner''s answer to the removal.';
comment on column report.programme_id is 'No foreign key: guides keep programmes for two weeks, and operators read reports later.';
comment on column report.programme_title is 'The guide''s title at the time of the report.';

-- Data rights

create table data_export (
  id text collate "C" default random_id() primary key check (id ~ '^[0-9A-Za-z]{11}$'),
  account_id text collate "C" not null references account on delete cascade,
  state text collate "C" not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  bytes bigint check (bytes >= 0),
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  check ((ended_at is not null) = (state <> 'waiting'))
);
create index data_export_of on data_export (account_id, created_at desc);
create unique index data_export_waiting on data_export (account_id) where state = 'waiting';
comment on table data_export is 'A requested archive of a user''s data. Its id is the name of the stored file, which is kept for a day.';

create table import_preview (
  id text collate "C" default random_id() primary key check (id ~ '^[0-9A-Za-z]{11}$'),
  account_id text collate "C" not null references account on delete cascade,
  channels json not null,
  created_at timestamptz(3) not null default now(),
  made text[] collate "C",
  follows json not null default '[]',
  likes json not null default '[]',
  pictures_held text collate "C" check (pictures_held in ('full', 'away')),
  pictures_held_at timestamptz
);
create index import_preview_age on import_preview (created_at);
create index import_preview_held_at on import_preview (pictures_held_at) where pictures_held_at is not null;
create index import_preview_of on import_preview (account_id, created_at desc);
comment on table import_preview is 'Content read from a file, before its owner chooses what becomes channels. Kept for an hour.';
comment on column import_preview.made is 'The created channels: a repeated request creates them once.';
comment on column import_preview.follows is 'The owner''s follows, as [{type, id}].';
comment on column import_preview.likes is 'The owner''s likes, as [{type, id}].';
comment on column import_preview.pictures_held is 'Why waiting pictures could not be stored at the last try. Null: they could, or there was no try yet.';
comment on column import_preview.pictures_held_at is 'When storing its pictures last failed. Null: it did not, or pictures of another import were tried instead.';

create table import_picture (
  import_id text collate "C" not null references import_preview on delete cascade,
  name text collate "C" not null,
  playlist_ids text[] collate "C" not null,
  video_ids text[] collate "C" not null,
  state text collate "C" not null default 'waiting' check (state in ('waiting', 'kept', 'unreadable', 'too_many')),
  primary key (import_id, name)
);
comment on table import_picture is 'A picture of an archive, and the created things that show it. A job stores pictures one by one.';
comment on column import_picture.state is 'too_many: more than one import brings, or than its owner may store in a day.';
