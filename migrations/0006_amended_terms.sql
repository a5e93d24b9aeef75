-- Whoever agreed to older terms is told once when they are amended: by mail, and on the screen until that is waved away.

alter table account add column terms_mailed text, add column terms_dismissed text;
comment on column account.terms_mailed is 'The latest version of the terms that was announced to this person by mail.';
comment on column account.terms_dismissed is 'The latest version of the terms whose announcement this person has waved away on the screen.';
