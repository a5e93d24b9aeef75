-- Each account has its direct-publish channel from the beginning: public profiles lead to it.
insert into playlist (id, user_id, kind, name, status_id, public_since, position)
select random_id(), account.id, 'direct_publish', case account.language when 'nl' then 'Direct gedeeld' else 'Direct share' end, 3, now(), 0
from account
where account.id <> '00000000000'
on conflict (user_id, kind) where kind <> 'channel' do nothing;
comment on column playlist.kind is 'Each user has one direct_publish (public) and one watch_later (private) channel, made with the account.';
