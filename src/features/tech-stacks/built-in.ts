import type { TechStack } from './contract.ts'

/**
 * The four built-in tech stacks: the fallback if the server's list can't be loaded, the source of fields that a
 * server's tech stacks lack (by position), and the content of a new database.
 */
export const builtInTechStacks: readonly TechStack[] = [
  {
    id: 'python-backend',
    name: 'Python Backend Development',
    short_description: 'Services and data with Python',
    icon: 'python',
    description:
      'Build the services behind a product: data models, APIs and background work with Python, Django and PostgreSQL.',
    prerequisites: [
      'Basics of any programming language',
      'Comfort with a command line',
      'What a database is and why one uses it',
    ],
    references: [
      'The Python Tutorial (docs.python.org)',
      'Django: Writing your first app (docs.djangoproject.com)',
      'Automate the Boring Stuff with Python, Al Sweigart',
    ],
  },
  {
    id: 'node-js-backend',
    name: 'Node.js Backend Development',
    short_description: 'APIs and real-time services with Node.js',
    icon: 'node-js',
    description:
      'Write fast APIs and real-time services in TypeScript on Node.js, with tests, queues and a relational database.',
    prerequisites: [
      'JavaScript: functions, objects, promises',
      'How a browser and a server talk over HTTP',
      'Git for your own work',
    ],
    references: [
      'Introduction to Node.js (nodejs.org)',
      'JavaScript Guide (developer.mozilla.org)',
      'Eloquent JavaScript, Marijn Haverbeke',
    ],
  },
  {
    id: 'react-js',
    name: 'React Development',
    short_description: 'Interfaces for the web with React',
    icon: 'react',
    description:
      'Turn designs into interfaces that people enjoy: components, state, forms and accessible pages with React.',
    prerequisites: [
      'HTML and CSS: you have built a page from scratch',
      'JavaScript: arrays, functions, events',
      'Git for your own work',
    ],
    references: [
      'Learn React (react.dev)',
      'Learn web development (developer.mozilla.org)',
      'Inclusive Components, Heydon Pickering',
    ],
  },
  {
    id: 'ux-ui-design',
    name: 'UX/UI Design',
    short_description: 'Research, prototypes and interfaces',
    icon: 'ux-ui',
    description:
      'Find out what people need and draw what serves them: interviews, flows, prototypes and design systems in Figma.',
    prerequisites: [
      'Curiosity about how people use things',
      'A computer that runs Figma in the browser',
      'Two or three screens or posters that you have made',
    ],
    references: [
      'Figma for beginners (help.figma.com)',
      'Articles of the Nielsen Norman Group (nngroup.com)',
      "Don't Make Me Think, Steve Krug",
    ],
  },
]
