import {
  emailRule,
  type FieldRule,
  isEmail,
  isPhone,
  textRule,
  unless,
} from '#shared/validation.ts'
import { hoursRules, partnerRules } from './row-rules.ts'

const positionFormats = [
  /^(-?[\d.]+)(?:, ?| )(-?[\d.]+)$/,
  /[?&]mlat=(-?[\d.]+)&mlon=(-?[\d.]+)/,
  /#map=\d+\/(-?[\d.]+)\/(-?[\d.]+)/,
  /[/@](-?[\d.]+),(-?[\d.]+)/,
]

/** Reads a position: two numbers, or the link of a map. @returns '-1.9706, 30.1044', or null for anything else */
export function parsePosition(text: string): string | null {
  for (const format of positionFormats) {
    const [latitude = Number.NaN, longitude = Number.NaN] = (format.exec(text) ?? [])
      .slice(1)
      .map((degrees) => Number(Number(degrees).toFixed(6)))
    if (Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180) return `${latitude}, ${longitude}`
  }
  return null
}

const figure = textRule(1, 12, 'Please enter a figure, such as 50+')

/** The rules of the texts, in the order of the forms. */
export const settingRules = {
  contact: {
    email: emailRule('Please enter a valid email address', 'Email is required'),
    phone: {
      missing: 'Phone number is required',
      lengthMax: 30,
      validate: unless(isPhone, 'Please enter a valid phone number'),
    },
    street: textRule(1, 120, 'Street is required'),
    city: textRule(1, 60, 'City is required'),
    country: textRule(1, 60, 'Country is required'),
    map_position: {
      missing: 'The place on the map is required',
      lengthMax: 500,
      validate: unless(
        (text) => parsePosition(text) !== null,
        'Please enter latitude and longitude, such as -1.9706, 30.1044, or the link of a map',
      ),
    },
  },
  hours: hoursRules,
  about: {
    chief_name: textRule(1, 120, 'Name is required'),
    chief_position: textRule(1, 120, 'Position is required'),
    years: figure,
    trained: figure,
    outsourced: figure,
    partners: figure,
    rate: figure,
  },
  network: { lengthMax: 300 },
  visitors: {
    staff_email: {
      lengthMax: 254,
      validate: unless(isEmail, 'Please enter a valid email address'),
    },
  },
  partner: partnerRules,
} as const satisfies Record<string, Record<string, FieldRule> | FieldRule>
