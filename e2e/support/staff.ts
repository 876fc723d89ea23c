import { admin } from './server.ts'

/** Signs in as the first admin. @returns functions that call the API */
export async function signInAsAdmin(siteUrl: string) {
  const { access } = await answerOf(
    await fetch(`${siteUrl}/api/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(admin),
    }),
  )
  const call = async (method: string, path: string, body?: unknown) =>
    answerOf(
      await fetch(`${siteUrl}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    )
  return {
    call,
    /** Uploads an image. */
    async upload(picture: Buffer): Promise<{ address: string; colour: string }> {
      const form = new FormData()
      form.append('image', new File([new Uint8Array(picture)], 'picture.jpg'))
      const headers = { authorization: `Bearer ${access}` }
      const init = { method: 'POST', headers, body: form }
      return answerOf(await fetch(`${siteUrl}/api/admin/images/`, init))
    },
    /** The stored applications with an email. */
    async applicationsOf(email: string) {
      const query = new URLSearchParams({ search_query: email, page_size: '100' })
      const { results } = await call('GET', `/website/application/?${query}`)
      return results as { email: string; tech_stack: string; resume: { name: string } }[]
    },
    /** Creates an open cohort. */
    createCohort: (changes: object) =>
      call('POST', '/admin/cohorts/', {
        short_description: '',
        status: 'open',
        start: '2090-03-06',
        end: '2090-06-02',
        deadline: null,
        limit: 50,
        ...changes,
      }) as Promise<{ id: number; name: string }>,
  }
}

/** That of every user who is created for a test. */
export const password = 'a long enough password'

/** Creates a user for one test, because tests of one worker share a server. */
export async function createUser(siteUrl: string, name: string, role = 'RECRUITER') {
  const user = { email: `${name.toLowerCase().replaceAll(' ', '.')}@huza.example`, password }
  const staff = await signInAsAdmin(siteUrl)
  const current_password = admin.password
  await staff.call('POST', '/admin/users/', { ...user, name, role, current_password })
  return user
}

async function answerOf(response: Response) {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`)
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return text
  return text === '' ? undefined : JSON.parse(text)
}
