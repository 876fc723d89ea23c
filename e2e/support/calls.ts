import { expect } from '@playwright/test'
import { admin } from './server.ts'

/** Posts JSON to the API and expects success. @returns the response's body */
export async function post(url: string, body: object, token?: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  expect(response.ok).toBe(true)
  return response.json()
}

/** Signs in as the first admin. @returns the access token */
export async function adminToken(siteUrl: string): Promise<string> {
  return (await post(`${siteUrl}/api/auth/login/`, admin)).access
}
