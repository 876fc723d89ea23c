import { api } from '#client/api/client.ts'
import { fileFromResponse } from '#client/api/files.ts'

/** How an applicant's resume is fetched, as a file or as its text. */
export const applicationResume = (id: number) => ({
  resumeKey: `application ${id}`,
  fetchResume: async () => fileFromResponse(await api.applications.resume({ id })),
  fetchText: () => api.applications.resumeText({ id }),
})
