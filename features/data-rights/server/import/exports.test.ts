import { expect, test } from 'vitest'
import { entriesOf, formatOf, readImportFile } from '#test/read-import.ts'

const youTubeUrl = 'https://www.youtube.com/watch?v='
const channelId = 'UCaaaaaaaaaaaaaaaaaaaaaa'

test.each<[string, string, string, string[]]>([
  [
    'Pocket CSV',
    'title,url,time_added,tags,status\n"Bridges, tunnels and dams",https://a.test/x?y=1,1690000000,steel|stone,unread\nhttps://b.test/z,https://b.test/z,1690000001,,archive\n',
    'table Pocket',
    ['Videos: Bridges, tunnels and dams https://a.test/x?y=1', 'Videos: b.test/z https://b.test/z'],
  ],
  [
    'Pocket HTML',
    '<!DOCTYPE html><html><head><title>Pocket Export</title></head><body><h1>Unread</h1><ul><li><a href="https://a.test/1?a=1&amp;b=2" time_added="1">One &amp; all</a></li></ul><h1>Read Archive</h1><ul><li><a href="https://b.test/2">Two</a></li></ul></body></html>',
    'html Pocket',
    ['Unread: One & all https://a.test/1?a=1&b=2', 'Read Archive: Two https://b.test/2'],
  ],
  [
    'Raindrop CSV',
    'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n1,Loom,,How cloth is made,https://a.test/loom,Crafts,"wool, silk",2024-01-01T00:00:00Z,https://img.test/1.jpg,,false\n',
    'table Raindrop.io',
    ['Crafts: Loom https://a.test/loom'],
  ],
  [
    'Readwise CSV',
    'Title,URL,ID,Document tags,Saved date\nA talk,https://a.test/talk,01h,,2024-01-01\n',
    'table Readwise',
    ['Videos: A talk https://a.test/talk'],
  ],
  [
    'Instapaper CSV',
    'URL,Title,Selection,Folder,Timestamp\nhttps://a.test/1,"Tides; how they work",,Unread,1690000000\n',
    'table Instapaper',
    ['Unread: Tides; how they work https://a.test/1'],
  ],
  [
    'wallabag CSV',
    '"Title";"URL";"Content";"Tags";"MIME Type";"Language"\n"Rain";"https://a.test/rain";"<p>Some ""text"", of\nlines https://c.test/</p>";"";"text/html";"en"\n',
    'table wallabag',
    ['Videos: Rain https://a.test/rain'],
  ],
  ['a table with tabs', 'Naam\tAdres\tLijst\nKlokken\thttps://a.test/1\tAmbacht\n', 'table', ['Ambacht: Klokken https://a.test/1']],
  [
    'a table without headings',
    'Molens;https://a.test/molens;3\n"Sluizen; oud";https://a.test/sluizen;4\n',
    'table',
    ['Videos: Molens https://a.test/molens', 'Videos: Sluizen; oud https://a.test/sluizen'],
  ],
  [
    'NewPipe',
    JSON.stringify({
      app_version: '1',
      subscriptions: [
        { service_id: 0, url: 'https://www.youtube.com/@a', name: 'A' },
        { service_id: 3, url: 'https://tube.test/c/b', name: 'B' },
      ],
    }),
    'json NewPipe',
    ['Videos: A https://www.youtube.com/@a', 'Videos: B https://tube.test/c/b'],
  ],
  [
    'Piped playlists',
    JSON.stringify({
      format: 'Piped',
      version: 1,
      playlists: [{ name: 'Boats', type: 'playlist', videos: [`${youTubeUrl}aaaaaaaaaaa`, `${youTubeUrl}bbbbbbbbbbb`] }],
    }),
    'json Piped',
    [`Boats: youtube.com/watch?v=aaaaaaaaaaa ${youTubeUrl}aaaaaaaaaaa`, `Boats: youtube.com/watch?v=bbbbbbbbbbb ${youTubeUrl}bbbbbbbbbbb`],
  ],
  [
    'Invidious',
    JSON.stringify({
      subscriptions: [channelId],
      watch_history: ['ccccccccccc'],
      preferences: { locale: 'en' },
      playlists: [{ title: 'Boats', videos: ['ddddddddddd'] }],
    }),
    'json Invidious',
    [
      `Videos: youtube.com/channel/${channelId} https://www.youtube.com/channel/${channelId}`,
      `Videos: youtube.com/watch?v=ccccccccccc ${youTubeUrl}ccccccccccc`,
      `Boats: youtube.com/watch?v=ddddddddddd ${youTubeUrl}ddddddddddd`,
    ],
  ],
  [
    'FreeTube playlists: the last record of an id counts',
    [
      { _id: '1', playlistName: 'Boats', videos: [{ videoId: 'aaaaaaaaaaa', title: 'Old', authorId: channelId }] },
      { _id: '2', playlistName: 'Gone', videos: [{ videoId: 'bbbbbbbbbbb', title: 'Gone' }] },
      { _id: '1', playlistName: 'Boats', videos: [{ videoId: 'ccccccccccc', title: 'New', authorId: channelId, lengthSeconds: 61 }] },
      { $$deleted: true, _id: '2' },
    ]
      .map((item) => JSON.stringify(item))
      .join('\n'),
    'json FreeTube',
    [`Boats: New ${youTubeUrl}ccccccccccc`],
  ],
  [
    'FreeTube profiles',
    `${JSON.stringify({ _id: 'allChannels', name: 'All Channels', bgColor: '#000', subscriptions: [{ id: channelId, name: 'A', thumbnail: 'https://img.test/a.jpg' }] })}\n`,
    'json FreeTube',
    [`All Channels: A https://www.youtube.com/channel/${channelId}`],
  ],
  [
    'Linkwarden',
    JSON.stringify({
      name: 'ann',
      collections: [
        { name: 'Glass', links: [{ name: 'Blown', url: 'https://a.test/1', tags: [{ name: 't' }] }] },
        { name: 'Empty', links: [] },
      ],
      pinnedLinks: [],
    }),
    'json Linkwarden',
    ['Glass: Blown https://a.test/1'],
  ],
  [
    'Karakeep',
    JSON.stringify({
      bookmarks: [
        {
          createdAt: 1,
          title: null,
          tags: ['t'],
          content: { type: 'link', url: 'https://a.test/1', title: 'Kites' },
          note: 'n',
          lists: ['l1'],
        },
        { createdAt: 2, title: 'A thought', tags: [], content: { type: 'text', text: 'words' } },
        { title: 'Sails', content: { type: 'link', url: 'https://a.test/2' }, listIds: ['l1'] },
      ],
      lists: [{ id: 'l1', name: 'Wind' }],
    }),
    'json Karakeep',
    ['Wind: Kites https://a.test/1', 'Wind: Sails https://a.test/2'],
  ],
  [
    'Omnivore',
    JSON.stringify([
      {
        id: '1',
        slug: 's',
        title: 'Salt',
        description: 'd',
        url: 'https://a.test/salt',
        savedAt: 'x',
        labels: [],
        thumbnail: 'https://img.test/1',
      },
    ]),
    'json Omnivore',
    ['Videos: Salt https://a.test/salt'],
  ],
  [
    'wallabag JSON',
    JSON.stringify([
      {
        id: 1,
        title: 'Fog',
        url: 'https://a.test/fog',
        is_archived: 0,
        domain_name: 'a.test',
        tags: ['t'],
        content: '<a href="https://c.test/">c</a>',
      },
    ]),
    'json wallabag',
    ['Videos: Fog https://a.test/fog'],
  ],
  [
    'Pinboard',
    JSON.stringify([{ href: 'https://a.test/1', description: 'The title', extended: 'More of it', tags: 'a b' }]),
    'json Pinboard',
    ['Videos: The title https://a.test/1'],
  ],
  [
    'bookmarks of Firefox',
    JSON.stringify({
      guid: 'root',
      title: '',
      typeCode: 2,
      children: [
        {
          title: 'Menu',
          children: [
            { title: 'Paper', uri: 'https://a.test/paper' },
            { title: 'Deep', children: [{ title: 'Ink', uri: 'https://a.test/ink' }] },
          ],
        },
      ],
    }),
    'json Firefox',
    ['Menu: Paper https://a.test/paper', 'Menu / Deep: Ink https://a.test/ink'],
  ],
  [
    'watch history of Takeout',
    JSON.stringify([
      {
        header: 'YouTube',
        title: 'Watched A',
        titleUrl: `${youTubeUrl}aaaaaaaaaaa`,
        subtitles: [{ name: 'Ch', url: 'https://www.youtube.com/channel/x' }],
      },
    ]),
    'json',
    [`Videos: Watched A ${youTubeUrl}aaaaaaaaaaa`],
  ],
  [
    'a podcast',
    '<?xml version="1.0"?><rss version="2.0"><channel><title>Radio</title><link>https://r.test/</link><image><title>Logo</title></image><item><title>One</title><link>https://r.test/1</link><enclosure url="https://r.test/1.mp3" type="audio/mpeg" length="9"/></item><item><title>Two</title><link>https://r.test/2</link></item></channel></rss>',
    'feed',
    ['Videos: One https://r.test/1.mp3', 'Videos: Two https://r.test/2'],
  ],
  [
    'Atom',
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title><entry><title>One</title><link rel="self" href="https://r.test/self"/><link href="https://r.test/1"/></entry></feed>',
    'feed',
    ['Videos: One https://r.test/1'],
  ],
  [
    'XSPF',
    '<?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><title>Mix</title><trackList><track><location>https://r.test/1.ogg</location><title>One</title></track></trackList></playlist>',
    'feed',
    ['Videos: One https://r.test/1.ogg'],
  ],
  [
    'OPML of YouTube subscriptions, with names only in `title`',
    `<opml version="1.1"><body><outline text="" title="Subs"><outline text=" " title="A" type="rss" xmlUrl="https://www.youtube.com/feeds/videos.xml?channel_id=${channelId}"/><outline text="P" xmlUrl="https://www.youtube.com/feeds/videos.xml?playlist_id=PL1"/></outline></body></opml>`,
    'opml',
    [`Subs: A https://www.youtube.com/channel/${channelId}`, 'Subs: P https://www.youtube.com/playlist?list=PL1'],
  ],
  [
    'Markdown and wiki links',
    '# Tea\n- [Green (dry)](https://a.test/tea_(green)) - from the hills\n* **[Black](<https://a.test/black> "hot")**\n1. White: https://a.test/white\n- [ ] <https://a.test/task>\n[![badge](https://img.test/b.svg)](https://a.test/badge)\n[https://a.test/label](https://a.test/target)\n[[https://a.test/org][Org]]\n(see https://a.test/paren).\n',
    'links',
    [
      'Tea: Green (dry) https://a.test/tea_(green)',
      'Tea: Black https://a.test/black',
      'Tea: White https://a.test/white',
      'Tea: a.test/task https://a.test/task',
      'Tea: a.test/badge https://a.test/badge',
      'Tea: a.test/target https://a.test/target',
      'Tea: Org https://a.test/org',
      'Tea: see https://a.test/paren',
    ],
  ],
  [
    'several links on a line',
    'https://a.test/1 https://a.test/2, https://a.test/3\n',
    'links',
    ['Videos: a.test/1 https://a.test/1', 'Videos: a.test/2 https://a.test/2', 'Videos: a.test/3 https://a.test/3'],
  ],
  [
    'links with commas',
    'https://a.test/1,2,x\nhttps://a.test/3,4,y\n',
    'links',
    ['Videos: a.test/1,2,x https://a.test/1,2,x', 'Videos: a.test/3,4,y https://a.test/3,4,y'],
  ],
  ['links with groups as `#genre#` lines', 'News,#genre#\nOne,https://a.test/1.m3u8\n', 'links', ['News: One https://a.test/1.m3u8']],
])('reads %s', async (_, content, format, expected) => {
  const result = await readImportFile(content)
  expect(formatOf(result)).toBe(format)
  expect(entriesOf(result)).toEqual(expected)
})
