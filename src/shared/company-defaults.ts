import { keepsAll } from './retention.ts'
import type { Settings } from './settings.ts'

/** What the settings are until staff change them. The server's: pages get the settings with their data. */
export const companyDefaults: Omit<Settings, 'comments' | 'emails' | 'visitors'> = {
  retention: keepsAll,
  contact: {
    email: 'info@huza.example',
    phone: '+250 788 000 000',
    street: 'KK 15 Road, Kicukiro District',
    city: 'Kigali',
    country: 'Rwanda',
    map_position: '-1.9706, 30.1044',
    hours: [
      { days: 'Monday to Friday', time: '8:00 AM to 5:00 PM' },
      { days: 'Weekends', time: 'closed' },
    ],
  },
  social: {
    networks: [
      { network: 'LinkedIn', url: 'https://www.linkedin.com/company/huza' },
      { network: 'X', url: 'https://x.com/huza' },
      { network: 'Instagram', url: 'https://www.instagram.com/huza' },
      { network: 'YouTube', url: 'https://www.youtube.com/@huza' },
      { network: 'Facebook', url: 'https://www.facebook.com/huza' },
    ],
  },
  about: {
    chief_name: 'Claudine Mukamana',
    chief_position: 'Chief Executive Officer',
    years: '10+',
    trained: '2000+',
    outsourced: '1660 +',
    partners: '50+',
    rate: '83%',
  },
  partners: {
    partners: [
      'Ministry of ICT',
      'ICT Chamber',
      'German Development Agency',
      'Kivu Cloud',
      'Umoja Works',
    ].map((name) => ({ name, logo: '', url: '', is_visible: true })),
  },
}
