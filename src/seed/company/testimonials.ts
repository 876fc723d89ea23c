/** What graduates and employers of the demo say; none of them exists. The first is the latest. */
export const demoTestimonials = [
  {
    full_name: 'Katharina Vogel',
    title: 'Head of Engineering, Spreewerk Logistics, Berlin',
    description:
      'We asked for two backend developers and got two colleagues. After three weeks they were fixing things in our billing that nobody had dared to touch for a year.',
  },
  {
    full_name: 'Divine Ingabire',
    title: 'React developer, graduate of Kigali Web Cohort 9',
    description:
      'On the first day I was afraid to ask. On the last day I was explaining my pull request to a client in Hamburg, and he was taking notes.',
  },
  {
    full_name: 'Samuel Okoro',
    title: 'Chief Operating Officer, Lagoon Pay, Lagos',
    description:
      'Our support desk runs from Kigali now, around the clock and in three languages. First answers went from nine hours to under one.',
  },
  {
    full_name: 'Patrick Niyonzima',
    title: 'Backend developer, graduate of Remote Cohort 4',
    description:
      'I learned from Huye on a borrowed laptop. The mentors never once said that it was too slow; they taught me to write programs that are not.',
  },
  {
    full_name: 'Marieke de Wit',
    title: 'Product owner, Polder Health, Utrecht',
    description:
      'What convinced me was the trial week: real tasks from our backlog, reviewed by our own people. We signed on the Friday.',
  },
  {
    full_name: 'Solange Umutoni',
    title: 'Interface designer, graduate of our first design course in Rubavu',
    description:
      'I used to draw posters for our choir. Now I sit with nurses and watch where their thumbs go. The salary pays the school fees of two brothers.',
  },
  {
    full_name: 'James Whitfield',
    title: 'Managing Director, Northgate Accounts, Leeds',
    description:
      'The back office closes our month in three days instead of eight, and they tell us what went wrong before we notice it.',
  },
  {
    full_name: 'Yves Habimana',
    title: 'Data analyst, graduate of Musanze Data Cohort 1',
    description:
      'Nobody promised me a job. They promised interviews, sat with me before each of them, and the fourth one was a yes.',
  },
] as const

/** What visitors have sent, and no editor has approved. */
export const sentTestimonials = [
  {
    full_name: "Chiamaka N'Dour",
    title: 'Talent partner, Atlantic Freight, Dakar',
    description:
      'Three interviews in one afternoon, all of them prepared. We hired two, and the third one we would hire today.',
    status: 'PENDING',
  },
  {
    full_name: 'Emre İnanç',
    title: 'Mobile developer, graduate of Remote Cohort 6',
    description:
      'The stand-ups at eight were the hardest part. Now I lead one, in a company of four hundred, and nobody is late.',
    status: 'PENDING',
  },
  {
    full_name: 'Best Loans Online',
    title: 'Cheap credit in five minutes',
    description: 'Get your credit today at the best rates, no questions asked, click our link now.',
    status: 'REJECTED',
  },
] as const
