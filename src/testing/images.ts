import { startTestApp } from './app.ts'

/** Starts the app with an editor, who calls what manages images. */
export async function startManagingImages() {
  const app = await startTestApp()
  const token = await app.signIn('EDITOR', { name: 'Eric Mugisha' })
  const list = async (query = '') => (await app.json(`/api/admin/images/?${query}`, { token })).body
  return {
    app,
    token,
    list,
    send: (method: string, path: string, json: unknown = {}, as = token) =>
      app.json(`/api/admin/images/${path}`, { method, token: as, json }),
    get: async (id: number) => (await app.json(`/api/admin/images/${id}/`, { token })).body,
    idOf: async (url: string): Promise<number> =>
      (await list('page_size=100')).results.find((one: { address: string }) => one.address === url)
        .id,
    addressesOf: async (query: string) =>
      (await list(query)).results.map(({ address }: { address: string }) => address),
    /** Two minutes later nobody is choosing the picture any more. */
    later: () => app.advanceS(120),
  }
}
