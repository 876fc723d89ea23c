import type { ApiClient } from './api.ts'

/** The token that tells when a form was opened. Empty where it can't be had: the form works without it too. */
export async function loadFormToken(api: ApiClient) {
  try {
    return (await api.comments.formToken()).form_token
  } catch (error) {
    console.error('A form token could not be loaded', error)
    return ''
  }
}
