import { expect } from '@playwright/test'
import { admin } from './server.ts'

/** Posts JSON to a call, which must take it. @returns its answer */
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

/** An access token of the first admin. */
export async function adminToken(siteUrl: string): Promise<string> {
  return (await post(`${siteUrl}/api/auth/login/`, admin)).access
}

/** What the one email to that recipient says, read from the outbox as admins do. */
export async function emailTo(siteUrl: string, email: string): Promise<string> {
  const headers = { authorization: `Bearer ${await adminToken(siteUrl)}` }
  const read = async (path: string) =>
    (await fetch(`${siteUrl}/api/admin/outbox/${path}`, { headers })).json()
  const { results } = await read(`?search=${encodeURIComponent(email)}`)
  expect(results).toHaveLength(1)
  return (await read(`${results[0].id}/`)).body
}
