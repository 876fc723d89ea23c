import type { ApiClient } from '#client/api/client.ts'
import type { ListedTestimonial } from '../contract.ts'

/** The most testimonials in the carousel: the first, in the order that staff have given them. */
const shownMax = 12

/** The carousel's testimonials. @throws the API's errors */
export async function loadTestimonials(api: ApiClient): Promise<readonly ListedTestimonial[]> {
  const response = await api.testimonials.list({ page: 1, page_size: shownMax })
  // Other servers of this API return a plain array.
  return Array.isArray(response) ? response : response.results
}
