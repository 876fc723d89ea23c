/** Like `Promise.all`, but nothing of it is under way any more when it rejects. */
export async function allDone<const Work extends readonly unknown[]>(work: Work) {
  await Promise.allSettled(work)
  return Promise.all(work)
}
