-- People, how they come in, and the sessions they are in with.

create table country (
  id smallint primary key,
  code text collate "C" not null unique check (code ~ '^[A-Z]{2}$'),
  name_en text not null unique,
  name_nl text not null unique
);
comment on table country is 'Every entry of ISO 3166-1. The numbers are ours and never change: in the order of the codes, with 239 set apart for Belgium.';
comment on column country.code is 'ISO 3166-1 alpha-2.';

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
  constraint account_nickname_has_key check ((nickname is null) = (nickname_key is null)),
  constraint account_terms_dated check ((terms_version is null) = (terms_accepted_at is null)),
  constraint account_adult_passed check (not adult_content or (adult_passed_at is not null and birthday is not null))
);
create unique index account_email_key on account (lower(email));
create unique index account_nickname_key on account (nickname_key);
create index account_picture_id on account (picture_id) where picture_id is not null;
comment on table account is 'A person whose e-mail address is confirmed. Whoever has not confirmed yet stands in sign_up.';
comment on column account.email is 'As given; the same address in other letter case is the same person.';
comment on column account.nickname is 'Null until chosen: then most calls answer 427.';
comment on column account.nickname_key is 'What the nickname looks like (nicknameKey in features/accounts/rules.ts): two that look alike can''t both exist.';
comment on column account.password_hash is 'Argon2id in PHC form.';
comment on column account.terms_version is 'The version of the terms that was agreed to, with the time in terms_accepted_at.';
comment on column account.guardian_consent_at is 'When somebody of 13 to 17 said that a parent or guardian agrees.';
comment on column account.is_public is 'May be found in search, and has a public profile.';
comment on column account.following_content_alert is 'Wants mail about what they follow.';
comment on column account.adult_content is 'Wants to see adult things, and has confirmed it with a mailed code, last at adult_passed_at.';
comment on column account.is_operator is 'Runs this installation.';

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
comment on table session is 'One login in one browser. Ending it (a deleted row) ends all its tokens and its cookie at once.';
comment on column session.cookie_hash is 'SHA-256 of the cookie that opens pictures, videos and events only, for as long as the session lasts.';
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
  constraint session_token_rotated_with_nonce check ((rotated_at is null) = (rotation_nonce is null))
);
create index session_token_session_id on session_token (session_id);
create index session_token_refresh_expires_at on session_token (refresh_expires_at);
comment on table session_token is 'The pairs of access and refresh token that a session has had. Tokens are kept as SHA-256 only.';
comment on column session_token.rotated_at is 'When the refresh token was used. Used again within 30 seconds it gives the same successor, later it ends the session.';
comment on column session_token.rotation_nonce is 'Makes the successor, together with the refresh token itself, which only its owner has.';

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
  expires_at timestamptz not null default now() + interval '24 hours'
);
create unique index sign_up_unconfirmed on sign_up (lower(email)) where password_hash is not null;
create index sign_up_email on sign_up (lower(email));
create index sign_up_expires_at on sign_up (expires_at);
comment on table sign_up is 'Sign-ups whose address is not confirmed. They lapse, and reserve neither address nor nickname.';
comment on column sign_up.token_hash is 'SHA-256 of what the mailed link holds; null until the mail is made.';
comment on column sign_up.password_hash is 'Null when only the address was given (the form comes after the mail), and once confirmed. Of the filled-in ones only an address''s newest stands.';
comment on column sign_up.confirmed_at is 'The link was opened and the account made; opening it again changes nothing and says yes.';

create table one_time_secret (
  account_id text collate "C" not null references account on delete cascade,
  purpose text not null check (purpose in ('reset', 'adult')),
  secret_hash bytea not null check (length(secret_hash) = 32),
  attempts_left smallint check (attempts_left >= 0),
  expires_at timestamptz not null,
  primary key (account_id, purpose)
);
create index one_time_secret_expires_at on one_time_secret (expires_at);
comment on table one_time_secret is 'Mailed codes and links that prove who reads the mail: one each and purpose, a new one voids the old.';
comment on column one_time_secret.secret_hash is 'SHA-256. A 4-digit code is protected by its attempts and its 10 minutes, not by this.';
comment on column one_time_secret.attempts_left is 'Null for a link: its token can''t be guessed.';

-- Unlogged: after a crash a few minutes' captchas could be sent again, which harms nobody.
create unlogged table used_captcha (
  nonce bytea primary key,
  expires_at timestamptz not null
);
create index used_captcha_expires_at on used_captcha (expires_at);
comment on table used_captcha is 'Captchas that were accepted once and will not be again.';

create table installation_secret (
  name text collate "C" primary key,
  value bytea not null check (length(value) = 32)
);
comment on table installation_secret is 'Random keys that all instances of the server share, made at first need.';

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
