/** Like `Promise.all`, but nothing of it is under way any more when it rejects. */
export async function allDone<const Work extends readonly unknown[]>(work: Work) {
  const all = Promise.all(work)
  // Its rejection is told once all are done.
  all.catch(() => {})
  await Promise.allSettled(work)
  return all
}
