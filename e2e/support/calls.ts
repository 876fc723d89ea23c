import { expect } from '@playwright/test'

/** Posts JSON to the API and expects success. @returns the response's body */
export async function post(url: string, body: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.ok).toBe(true)
  return response.json()
}
