import type { Channel } from './shapes.ts'

export const dutchChannels: readonly Channel[] = [
  {
    name: 'Het Klokhuis',
    views: 42_000,
    tags: ['kinderen', 'wetenschap', 'techniek'],
    description: 'Hoe werkt de wereld om je heen?',
    series: {
      'Hoe werkt dat?': [
        ['Hoe werkt een windmolen?', 8200],
        ['Hoe wordt papier gemaakt?', 5100],
      ],
      'Op de boerderij': [
        ['De koe', 3900],
        ['Koe geeft melk: een dag op de boerderij', 2600],
        ['Koeien in de wei', 7400, 'In het voorjaar gaan ze weer naar buiten.'],
        ['Koeien knuffelen', 950],
      ],
    },
  },
  { name: 'Het Klokhuis Techniek', views: 900, tags: ['techniek'], series: { Waterwerken: [['Hoe werkt een sluis?', 400]] } },
  { name: 'Klokhuis Extra', views: 350, series: { 'Maak het zelf': [['Zelf een vlieger maken', 210]] } },
  {
    name: 'Het huis van de klok',
    views: 60,
    tags: ['antiek', 'klokken'],
    series: { Restauratie: [['Een staande klok uit 1780 restaureren', 90]] },
  },
  { name: 'Het grote klokkenboek', views: 25, tags: ['antiek'] },
  {
    name: 'Sint en Piet',
    views: 19_000,
    tags: ['kinderen', 'feest'],
    series: {
      'Naar Nederland': [
        ['Het Sinterklaasjournaal: de aankomst', 88_000],
        ['Sinterklaas in Nederland', 12_000],
        ['Liedjes voor Sinterklaas', 23_000],
        ['Surprises maken voor Sinterklaas', 1900],
        ['Pepernoten bakken met Piet', 2800],
      ],
    },
  },
  {
    name: 'Televisie van toen en nu',
    views: 27_000,
    tags: ['amusement', 'spelletjes'],
    series: {
      'Wie is de Mol?': [
        ['Aflevering 1: de opdracht in Oman', 64_000],
        ['De ontmaskering', 91_000],
      ],
      'Wie is de Mol? Moltalk': [['Wie is verdacht na aflevering 1?', 14_000]],
      'Wie is wie?': [['Bekende Nederlanders als kind', 1300]],
      'De mol in de tuin': [['Molshopen weghalen zonder gif', 2100]],
      'De slimste mens': [['Finale: wie wint?', 33_000]],
      'Boer zoekt Vrouw': [['De eerste brieven', 71_000]],
      'Boer zoekt Vrouw Internationaal': [['Een boer in Canada', 26_000]],
      'Zomer op de boerderij': [['Hooien bij het Veluwemeer', 1700]],
      'B&B Vol Liefde': [['De eerste gast', 45_000]],
      'Heel Nederland Zingt': [['Meezingers uit Volendam', 5200]],
      'Hollandse Zaken': [['Wie betaalt de dijken?', 1100]],
    },
  },
  {
    name: 'Bakken met oma',
    views: 38_000,
    tags: ['bakken', 'taart'],
    series: {
      'Heel Holland Bakt': [['De finale: drie lagen hoog', 52_000]],
      'Heel Holland Bakt Kids': [['Cupcakes in een uur', 9000]],
      Taarten: [
        ['Taart zonder suiker: drie manieren', 4100],
        ['Appeltaart zonder suiker', 9700],
        ['Suikervrije cake', 600],
        ['Slagroomtaart met extra suiker', 750],
      ],
      Nagerechten: [
        ['Crème brûlée zoals in Parijs', 6100],
        ['Crème brûlée van de barbecue', 350],
        ['Crème fraîche zelf maken', 800],
      ],
      Koekenpan: [
        ['Pannenkoeken bakken', 15_000],
        ['Pannenkoekentaart voor een verjaardag', 1200],
        ['Koekjes bakken met oma', 2300],
        ['Kaas maken met opa', 300],
      ],
    },
  },
  { name: 'Koken met Anna', views: 45_000, tags: ['recepten'], series: { 'Elke dag': [['Stamppot in een kwartier', 18_000]] } },
  { name: 'Samen koken', views: 12_000, series: { Curry: [['Surinaamse roti', 6700]] } },
  { name: 'Koken op de camping', views: 40, tags: ['kamperen'] },
  { name: '24Kitchen Favorieten', views: 52_000, tags: ['koken', 'chefs'], series: { Vis: [['Zeebaars met venkel', 2900]] } },
  { name: 'Koken', views: 3 },
  { name: 'Kokende lava', views: 700, tags: ['vulkanen', 'ijsland'], series: { IJsland: [['Vulkaan bij Grindavík', 31_000]] } },
  { name: 'Voetbal Inside', views: 91_000, tags: ['sport'], series: { Tafel: [['Derksen over het Nederlands elftal', 66_000]] } },
  {
    name: 'Voetbal Samenvattingen',
    views: 64_000,
    tags: ['sport'],
    series: {
      Toppers: [
        ['Ajax – Feyenoord 4-0 (samenvatting)', 120_000],
        ['Feyenoord – Ajax 1-1', 83_000],
        ['Ajax – PSV 2-3', 97_000],
        ['De Klassieker: Feyenoord tegen Ajax door de jaren heen', 15_000],
        ['Rode Duivels: België – Nederland 2-1', 22_000],
      ],
    },
  },
  { name: 'Eredivisie', views: 88_000, tags: ['voetbal', 'sport'], series: { Speelronden: [['Alle goals van speelronde 12', 40_000]] } },
  { name: 'Vrouwenvoetbal', views: 5000, tags: ['voetbal'] },
  { name: 'Voetballen voor beginners', views: 800, series: { Techniek: [['Hooghouden in tien stappen', 2400]] } },
  { name: 'Voetbal op zolder', views: 12 },
  { name: 'Voetbaden en wellness', views: 35 },
  { name: 'Ajax TV', views: 54_000, tags: ['amsterdam', 'eredivisie'], series: { Toekomst: [['Talenten van De Toekomst', 7600]] } },
  { name: 'Feyenoord TV', views: 47_000, tags: ['rotterdam', 'eredivisie'], series: { Kuip: [['Achter de schermen in De Kuip', 8800]] } },
  { name: 'Feyenoord Supporters', views: 3200, tags: ['rotterdam'] },
  { name: 'PSV Eindhoven', views: 41_000, tags: ['eredivisie'] },
  {
    name: 'NOS Nieuws',
    views: 120_000,
    tags: ['actueel'],
    series: {
      Journaals: [
        ['Het journaal van acht uur: 26 november', 76_000],
        ['Jeugdjournaal: dierendag', 9100],
        ['Een uur zonder stroom', 3400],
      ],
    },
  },
  { name: 'RTL Nieuws', views: 70_000, tags: ['actueel'] },
  { name: 'Hart van Nederland', views: 20_000, tags: ['nieuws', 'regio'] },
  { name: 'Goed nieuws', views: 2000 },
  { name: 'Nieuws uit Oss', views: 30, tags: ['regio'] },
  {
    name: 'Geld en gezondheid',
    views: 4200,
    series: {
      Economie: [
        ['De financiele crisis uitgelegd', 2700],
        ['Financiële crisis: tien jaar later', 900],
        ['Financieel fit', 400],
      ],
      Zorg: [
        ['Crisis in de zorg', 1100],
        ['24/7 op de spoedeisende hulp', 6300],
      ],
    },
  },
  {
    name: 'Muziek uit de jaren 80',
    views: 33_000,
    tags: ['hits'],
    series: { Nederpop: [['Doe Maar in Paradiso', 12_000]] },
  },
  { name: 'Klassieke muziek', views: 15_000, series: { Concertgebouw: [['Mahler 2', 9900]] } },
  { name: 'Top 2000', views: 150_000, tags: ['muziek', 'radio'], series: { Café: [['De nummer 1 van dit jaar', 47_000]] } },
  { name: 'Muziek voor de baby', views: 300, tags: ['slapen'] },
  { name: 'Mijn muziek', views: 4 },
  { name: 'Liedjes voor kinderen', views: 26_000, series: { Meezingen: [['Berend Botje', 8300]] } },
  { name: 'Kinderliedjes van vroeger', views: 7000 },
  { name: 'Dirk Scheele', views: 11_000, tags: ['kinderen', 'liedjes'] },
  { name: 'Kind en gezin', views: 900, tags: ['opvoeding'] },
  {
    name: 'Spoor',
    views: 23_000,
    series: {
      Reizen: [
        ['Treinen in Zwitserland', 210_000],
        ['De mooiste treinreizen', 60_000],
        ['Een dag met de trein', 30_000],
        ['Treinen in België', 700],
      ],
      Hobby: [
        ['Treinen spotten in Utrecht', 1500],
        ['Modeltreinen op zolder', 400],
        ['Mijn treinen', 8],
      ],
    },
  },
  {
    name: 'Erop uit',
    views: 16_000,
    tags: ['reizen', 'fietsen', 'wandelen'],
    series: {
      Fietsroutes: [
        ['Fietsen door Zeeland', 5200],
        ['Met de fiets langs de kust van Zeeland', 1800],
        ['Fietsen in Drenthe', 3300],
        ['Een bakfiets kopen', 2000],
      ],
      Streken: [
        ['Mosselen uit Zeeland', 900],
        ['België vanuit de lucht', 18_000],
        ['Belgische bieren', 2200],
        ['Belastingvrij winkelen', 650],
      ],
      'Binnen kijken': [
        ['Het oude huis aan de gracht', 4700],
        ['Huizen kijken in Amersfoort', 1600],
      ],
    },
  },
  {
    name: 'Filmavond',
    views: 9800,
    tags: ['films'],
    series: {
      Griezelen: [
        ['Het', 8000, 'Een clown in het riool. Naar het boek van Stephen King.'],
        ['Het (deel 2)', 3000],
      ],
      'Van eigen bodem': [
        ['Het meisje met het rode haar', 1500],
        ['Het schnitzelparadijs', 2200],
        ['Zwartboek', 4000],
      ],
      'Kijktips van de week': [
        ['De beste series van dit jaar', 5600],
        ['Een serie over vriendschap', 340],
      ],
    },
  },
]
