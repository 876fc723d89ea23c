/** Fictional applicants for the demo. */
export const firstNames: readonly [name: string, gender: 'MALE' | 'FEMALE'][] = [
  ['Aline', 'FEMALE'],
  ['Eric', 'MALE'],
  ['Divine', 'FEMALE'],
  ['Patrick', 'MALE'],
  ['Solange', 'FEMALE'],
  ['Jean Bosco', 'MALE'],
  ['Noëlla', 'FEMALE'],
  ['Innocent', 'MALE'],
  ['Chantal', 'FEMALE'],
  ['Yves', 'MALE'],
  ['Claudine', 'FEMALE'],
  ['Thierry', 'MALE'],
  ['Sandrine', 'FEMALE'],
  ['Emmanuel', 'MALE'],
  ['Joselyne', 'FEMALE'],
  ['Olivier', 'MALE'],
  ['Grace', 'FEMALE'],
  ['Fabrice', 'MALE'],
  ['Angélique', 'FEMALE'],
  ['Kevin', 'MALE'],
]

export const lastNames = [
  'Uwase',
  'Mugisha',
  'Iradukunda',
  'Niyonzima',
  'Mukamana',
  'Habimana',
  'Ishimwe',
  'Nshimiyimana',
  'Umutoni',
  'Hakizimana',
  'Ingabire',
  "N'Diaye",
  'Tuyisenge',
  'Mutesi',
  'Ndayisaba',
  'Uwimana',
  'Byiringiro',
] as const

export const towns = [
  'Kigali',
  'Huye',
  'Musanze',
  'Rubavu',
  'Muhanga',
  'Rwamagana',
  'Nyagatare',
  'Karongi',
] as const

export const motivations = [
  'I have taught myself the basics at the library and I am ready to work with people who do this every day.',
  'I repair phones in my street. I would like to build the software that runs on them.',
  'After my diploma in business I kept the books of two shops with spreadsheets that I wrote. I want to learn to do it properly.',
  'My sister finished an earlier cohort and works from home now. I saw how hard it was and how much it changed.',
  'I want to earn my living from Kigali for companies anywhere, and teach others after me.',
  'I design posters for our church choir and taught myself to draw interfaces. I am looking for honest criticism.',
  '',
] as const

export const experiences = [
  'Repaired phones and laptops, customers in three districts',
  'Volunteer teacher of computer basics, two school holidays',
  'Sales assistant; kept stock and books in spreadsheets',
  'Freelance posters and logos for local shops',
  'Intern at a savings cooperative, data entry and reports',
  'Built a site for the family guest house',
] as const

/** The part of an email before the @: a name in plain letters, with dots between its parts. */
export const mailboxOf = (dottedName: string) =>
  dottedName
    .normalize('NFD')
    .replace(/[^\w.]/g, '')
    .toLowerCase()
