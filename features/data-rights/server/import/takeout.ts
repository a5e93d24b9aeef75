/** YouTube Takeout playlists and subscriptions: CSV with localised headings. */
import { normalize } from '#kit/contract/names.ts'
import type { Collector } from './imported.ts'
import { type TableRow, parseCsv } from './table.ts'

/** Whether the row is a video's id, followed by the date on which it was added. */
const isVideo = ({ cells: [id = '', ...others] }: TableRow) =>
  /^[\w-]{11}$/.test(id.trim()) && others.some((cell) => /^\s*\d{4}-\d\d-\d\d/.test(cell))
const isChannel = ({ cells }: TableRow) => /^UC[\w-]{22}$/.test(cells[0]?.trim() ?? '')
/** Matches ids of playlists. In the older format, the first two lines of a file contain the playlist's data. */
const playlistIdPattern = /^(?:PL|FL|LL|WL|UU)[\w-]*$/

/** Localised words for "videos": Takeout names the file of a playlist "{name}-videos". */
const videosWords = [
  "videos|video's|video['’]er|vídeos|vidéos|video|vídeo|vidéo|videó|videók|videa|videá|videoer|videoar|videor|videot|videon|videod|wideo|filmy|filmy wideo",
  'videoclipuri|videoklipi|videoklipy|videoklip|videozapisi|videozapis|videoposnetki|videoita|videolar|videoları|videoklar|vaizdo įrašai|myndskeið|myndbönd|bideoak|bideoa',
  'видео|видеа|видеозаписи|видеозапис|видеоклипове|видеоролики|видеоклипови|відео|відэа|бейнелер|видеолор|βίντεο|տեսանյութեր|ვიდეოები|ვიდეო|סרטונים|סרטוני וידאו',
  'فيديوهات|فيديو|الفيديوهات|مقاطع الفيديو|مقاطع فيديو|ویدیوها|ویدئوها|ویدیو|ویڈیوز|वीडियो|व्हिडिओ|भिडियो|भिडियोहरू|ভিডিও|ভিডিঅ’|ਵੀਡੀਓ|વીડિયો|વિડિઓ|ଭିଡିଓ|வீடியோக்கள்|வீடியோ',
  'వీడియోలు|వీడియో|ವೀಡಿಯೊಗಳು|ವೀಡಿಯೊ|വീഡിയോകൾ|വീഡിയോ|වීඩියෝ|วิดีโอ|ວິດີໂອ|ဗီဒီယိုများ|ဗီဒီယို|វីដេអូ|ቪዲዮዎች|ቪዲዮ|видеонууд|видео бичлэг|amavidiyo|ama-video|mga video',
  '動画|の動画|视频|視頻|影片|视频列表|동영상|비디오|video klip|isivideo',
].join('|')
const videosSuffixPattern = new RegExp(`[-_ ]+(?:${videosWords})(?:[ ]?\\(\\d+\\))?$`, 'iu')
/** Maximum characters of a file's name, as in file systems. */
const maxFileNameLength = 255
export const playlistName = (fileName: string): string =>
  normalize(fileName.slice(-maxFileNameLength), 'NFC').replace(videosSuffixPattern, '') || fileName

export function isTakeout(text: string): boolean {
  const rows = parseCsv(text.slice(0, 20_000)).slice(0, 50)
  const result = rows.filter((row) => isVideo(row) || isChannel(row)).length
  return result > 0 && result >= (rows.length - 12) / 2
}

/** @param fileName without extension: the playlist's name @param channel name of the channel; undefined: the default name */
export function readTakeout(text: string, { add, skip }: Collector, fileName?: string, channel?: string): void {
  let name = fileName && playlistName(fileName)
  let hasBegun = false
  for (const row of parseCsv(text)) {
    const { line, cells } = row
    const [id = '', url = '', title = ''] = cells.map((cell) => cell.trim())
    if (isChannel(row)) {
      hasBegun = true
      add({ channel, series: name, src: /^https?:/.test(url) ? url : `https://www.youtube.com/channel/${id}`, title, line })
    } else if (isVideo(row)) {
      hasBegun = true
      add({ channel, series: name, src: `https://www.youtube.com/watch?v=${id}`, line })
    } else if (!hasBegun && playlistIdPattern.test(id)) name = cells[4]?.trim() || name
    else if (hasBegun && cells.some((cell) => cell.trim() !== '')) skip(line, cells.join(','), 'unread')
  }
}
