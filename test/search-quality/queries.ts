import type { Category } from '#features/search/rules.ts'

/**
 * How well a thing answers a query: 3 is the thing that the person wants, 2 is good, 1 is acceptable. Things without a grade don't answer
 * the query.
 */
export type Grade = 1 | 2 | 3
export interface Query {
  keyword: string
  language: 'nl' | 'en'
  /** The category that the person looks at. */
  about: Category
  grades: Readonly<Record<string, Grade>>
}

export const queryClasses = ['exact', 'prefix', 'accent', 'typo', 'several words', 'popular'] as const
export type QueryClass = (typeof queryClasses)[number]

const nl = (keyword: string, about: Category, grades: Query['grades']): Query => ({ keyword, language: 'nl', about, grades })
const en = (keyword: string, about: Category, grades: Query['grades']): Query => ({ keyword, language: 'en', about, grades })

/** Grades say what a person who types the keyword wants, without knowing how the search works. Don't adapt grades to results. */
export const queries: Record<QueryClass, readonly Query[]> = {
  exact: [
    nl('wie is de mol', 'series', { 'Wie is de Mol?': 3, 'Wie is de Mol? Moltalk': 2 }),
    nl('het klokhuis', 'playlists', { 'Het Klokhuis': 3, 'Het Klokhuis Techniek': 2, 'Klokhuis Extra': 1 }),
    nl('koe', 'videos', {
      'De koe': 3,
      'Koe geeft melk: een dag op de boerderij': 3,
      'Koeien in de wei': 2,
      'Koeien knuffelen': 2,
    }),
    nl('npo 1', 'channels', { 'NPO 1': 3, 'NPO 1 HD': 2, 'NPO 1 Extra': 1, 'NPO Radio 1': 1 }),
    nl('het', 'videos', { Het: 3, 'Het (deel 2)': 2 }),
    en('the who', 'playlists', { 'The Who': 3, 'The Who: Live at Leeds': 2 }),
    en('c++', 'videos', { 'C++ for Beginners': 3, 'C++ Templates Explained': 2, 'Modern C++: Move Semantics': 2 }),
    en('r.e.m.', 'playlists', { 'R.E.M.': 3, 'R.E.M. Unplugged': 2 }),
    en('law & order', 'series', {
      'Law & Order': 3,
      'Law & Order: Special Victims Unit': 2,
      'Law and Order: Organized Crime': 2,
    }),
    en('greece', 'videos', {
      Greece: 3,
      'Greece by Boat': 2,
      'Island Hopping in Greece': 2,
      'Ancient Greece: The First Democracy': 2,
    }),
  ],

  prefix: [
    nl('voetb', 'playlists', {
      'Voetbal Inside': 3,
      'Voetbal Samenvattingen': 3,
      Eredivisie: 2,
      Vrouwenvoetbal: 1,
      'Voetballen voor beginners': 1,
      'Voetbal op zolder': 1,
    }),
    nl('het klok', 'playlists', { 'Het Klokhuis': 3, 'Het Klokhuis Techniek': 2, 'Klokhuis Extra': 1, 'Het grote klokkenboek': 1 }),
    nl('sinterk', 'videos', {
      'Het Sinterklaasjournaal: de aankomst': 3,
      'Sinterklaas in Nederland': 3,
      'Liedjes voor Sinterklaas': 2,
      'Surprises maken voor Sinterklaas': 2,
    }),
    nl('heel holl', 'series', { 'Heel Holland Bakt': 3, 'Heel Holland Bakt Kids': 2 }),
    nl('sport com', 'packages', { 'Sport Compleet': 3, 'Sport Combi Kids': 2 }),
    en('spider-m', 'videos', { 'Spider-Man: No Way Home': 3, 'Spider-Man: Into the Spider-Verse': 3, 'Spiderman Cake Decorating': 1 }),
    en('attenb', 'videos', {
      'David Attenborough: A Life on Our Planet': 3,
      'Planet Earth with David Attenborough': 3,
      'Attenborough and the Giant Egg': 3,
      'Planet Earth: Behind the Scenes': 1,
      'Richard Attenborough on Gandhi': 1,
    }),
    en('eurov', 'playlists', { 'Eurovision Song Contest': 3, 'Eurovision Classics': 2, 'EuroVelo: Cycling Europe': 1 }),
    en('univers', 'videos', {
      'How the Universe Works': 3,
      'The Universe in a Nutshell': 3,
      'University Challenge: The Final': 2,
      'Universe Sandbox: Colliding Planets': 2,
      'Universities of Europe': 1,
      'Universal Studios: Behind the Scenes': 1,
    }),
    en('bbc ne', 'channels', { 'BBC News': 3, 'BBC News Arabic': 2 }),
  ],

  accent: [
    nl('een', 'channels', { Eén: 3, 'Eén HD': 2 }),
    nl('creme brulee', 'videos', { 'Crème brûlée zoals in Parijs': 3, 'Crème brûlée van de barbecue': 2 }),
    nl('belgie', 'videos', {
      'België vanuit de lucht': 3,
      'Rode Duivels: België – Nederland 2-1': 2,
      'Treinen in België': 2,
    }),
    nl('zoe', 'users', { zoë: 3, ZoëKookt: 2 }),
    nl('financiële crisis', 'videos', { 'De financiele crisis uitgelegd': 3, 'Financiële crisis: tien jaar later': 3 }),
    en('lodz', 'videos', { 'Łódź by Night': 3, 'A Weekend in Łódź': 3, 'The Film School of Łódź': 2 }),
    en('ruckkehr', 'series', { 'Rückkehr nach Berlin': 3, 'Die Rückkehr des Königs': 3 }),
    en('beyonce', 'playlists', { Beyoncé: 3, 'Beyoncé Tribute': 2 }),
    en('pokémon', 'series', { 'Pokémon: Indigo League': 3, 'Pokemon Journeys': 3, 'Pokemon Card Openings': 1 }),
    // With a combining accent, as some keyboards and file names have it.
    en('ame\u0301lie', 'videos', { Amélie: 3, 'The Music of Amélie': 2 }),
  ],

  typo: [
    nl('sinterkaas', 'videos', {
      'Sinterklaas in Nederland': 3,
      'Liedjes voor Sinterklaas': 2,
      'Surprises maken voor Sinterklaas': 2,
      'Het Sinterklaasjournaal: de aankomst': 2,
    }),
    nl('boer zoket vrouw', 'series', { 'Boer zoekt Vrouw': 3, 'Boer zoekt Vrouw Internationaal': 2 }),
    nl('wie is de moll', 'series', { 'Wie is de Mol?': 3, 'Wie is de Mol? Moltalk': 2 }),
    nl('feijenoord', 'playlists', { 'Feyenoord TV': 3, 'Feyenoord Supporters': 2 }),
    nl('pannekoeken', 'videos', { 'Pannenkoeken bakken': 3, 'Pannenkoekentaart voor een verjaardag': 1 }),
    en('atenborough', 'videos', {
      'David Attenborough: A Life on Our Planet': 3,
      'Planet Earth with David Attenborough': 3,
      'Attenborough and the Giant Egg': 3,
      'Planet Earth: Behind the Scenes': 1,
      'Richard Attenborough on Gandhi': 1,
    }),
    en('eurovison', 'playlists', { 'Eurovision Song Contest': 3, 'Eurovision Classics': 2 }),
    en('documentry', 'playlists', { 'Documentary Hour': 3, 'Best Documentaries': 2, 'True Crime Files': 2 }),
    en('recipies', 'videos', { 'Easy Recipes for Students': 3, 'Ten Pasta Recipes': 3, 'My Secret Recipe': 1 }),
    en('champoins league', 'series', {
      'Champions League': 3,
      'Champions League Classics': 2,
      'Women’s Champions League': 2,
    }),
  ],

  'several words': [
    nl('ajax feyenoord', 'videos', {
      'Ajax – Feyenoord 4-0 (samenvatting)': 3,
      'Feyenoord – Ajax 1-1': 3,
      'De Klassieker: Feyenoord tegen Ajax door de jaren heen': 2,
    }),
    nl('fietsen zeeland', 'videos', { 'Fietsen door Zeeland': 3, 'Met de fiets langs de kust van Zeeland': 2 }),
    nl('liedjes kinderen', 'playlists', { 'Liedjes voor kinderen': 3, 'Dirk Scheele': 2, 'Kinderliedjes van vroeger': 2 }),
    nl('taart zonder suiker', 'videos', { 'Taart zonder suiker: drie manieren': 3, 'Appeltaart zonder suiker': 2 }),
    nl('journaal acht uur', 'videos', { 'NOS Acht Uur Journaal': 3, 'Het journaal van acht uur: 26 november': 3, 'NOS Journaal': 1 }),
    en('planet earth attenborough', 'videos', {
      'Planet Earth with David Attenborough': 3,
      'Planet Earth: Behind the Scenes': 2,
      'David Attenborough: A Life on Our Planet': 1,
    }),
    en('lord rings trailer', 'videos', {
      'The Lord of the Rings: The Two Towers – Official Trailer': 3,
      'The Lord of the Rings: The Return of the King – Official Trailer': 3,
      'The Rings of Power: First Trailer': 1,
    }),
    en('jamie oliver pasta', 'videos', {
      'Jamie Oliver’s Quick Pasta': 3,
      'Pasta Carbonara with Jamie Oliver': 3,
      'Gennaro’s Pasta Secrets': 1,
    }),
    en('live at wembley queen', 'videos', {
      'Queen – Live at Wembley 1986': 3,
      'Bohemian Rhapsody (Queen, live at Wembley)': 2,
    }),
    en('man united liverpool', 'videos', {
      'Manchester United – Liverpool 2-1': 3,
      'Liverpool 7-0 Manchester United': 3,
      'Man United fans react after Liverpool': 2,
    }),
  ],

  popular: [
    nl('voetbal', 'playlists', {
      'Voetbal Inside': 3,
      'Voetbal Samenvattingen': 3,
      Eredivisie: 2,
      Vrouwenvoetbal: 2,
      'Voetballen voor beginners': 1,
      'Voetbal op zolder': 1,
    }),
    nl('koken', 'playlists', {
      'Koken met Anna': 3,
      'Samen koken': 2,
      '24Kitchen Favorieten': 2,
      'Koken op de camping': 1,
      Koken: 1,
    }),
    nl('nieuws', 'playlists', {
      'NOS Nieuws': 3,
      'RTL Nieuws': 3,
      'Hart van Nederland': 2,
      'Goed nieuws': 1,
      'Nieuws uit Oss': 1,
    }),
    nl('muziek', 'playlists', {
      'Muziek uit de jaren 80': 3,
      'Top 2000': 3,
      'Klassieke muziek': 2,
      'Muziek voor de baby': 1,
      'Mijn muziek': 1,
    }),
    nl('treinen', 'videos', {
      'Treinen in Zwitserland': 3,
      'De mooiste treinreizen': 2,
      'Een dag met de trein': 2,
      'Treinen spotten in Utrecht': 2,
      'Treinen in België': 1,
      'Mijn treinen': 1,
      'Modeltreinen op zolder': 1,
    }),
    en('news', 'playlists', {
      'BBC News Highlights': 3,
      'World News Tonight': 3,
      Newsround: 1,
      'Good News': 1,
      'Local News Bridgend': 1,
    }),
    en('music', 'playlists', {
      'Relaxing Music': 3,
      '80s Music Videos': 3,
      'Classical Music': 2,
      'Live Sessions': 2,
      'My music': 1,
    }),
    en('football', 'playlists', {
      'Football Daily': 3,
      'Premier League': 3,
      'Women’s Football': 2,
      'American Football': 2,
      'Sunday League Football': 1,
    }),
    en('cooking', 'playlists', {
      'Cooking with Marco': 3,
      'Cook Like a Chef': 2,
      'Cooking on a Budget': 2,
      'Outdoor Cooking': 1,
    }),
    en('trains', 'videos', {
      'Trains of the Alps': 3,
      'Train Driver’s View: The Bergen Line': 2,
      'Steam Trains': 2,
      'Model trains in my attic': 1,
    }),
  ],
}
