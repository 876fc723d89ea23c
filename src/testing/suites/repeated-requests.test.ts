import { open } from 'node:fs/promises'
import { expect, onTestFinished, vi } from 'vitest'
import { unsubscribeToken } from '#features/newsletter/server/unsubscribe-token.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { startCommenting } from '../commenting.ts'
import { onSqlite } from '../engines.ts'
import { prepareInterviews } from '../interviews.ts'
import { startSubscribing } from '../subscribing.ts'

type Send = () => Promise<{ status: number }>

/** Holds up what the disk confirms. */
async function holdSyncs() {
  const asked: PromiseWithResolvers<void>[] = []
  const file = await open(import.meta.filename)
  const held = vi.spyOn(Object.getPrototypeOf(file), 'datasync').mockImplementation(() => {
    const one = Promise.withResolvers<void>()
    asked.push(one)
    return one.promise
  })
  onTestFinished(() => held.mockRestore())
  await file.close()
  return {
    asked,
    release() {
      held.mockRestore()
      for (const { resolve } of asked) resolve()
    },
  }
}

const closed = (app: TestApp) => onTestFinished(() => app[Symbol.asyncDispose]())

const repeated: Record<string, () => Promise<Send>> = {
  async 'a comment'() {
    const site = await startCommenting()
    closed(site.app)
    return () => site.comment({}, '203.0.113.1')
  },
  async 'the choice of a time'() {
    const app = await startTestApp()
    closed(app)
    const interviews = await prepareInterviews(app)
    const { token } = await interviews.invited()
    const slot = await interviews.createSlot()
    return () => interviews.choose(token, slot)
  },
  async 'leaving the newsletter'() {
    const site = await startSubscribing()
    closed(site.app)
    const email = 'aline@example.rw'
    await site.join(email)
    const subscribers = site.app.services.database.selectFrom('subscribers').select('id')
    const { id } = await subscribers.executeTakeFirstOrThrow()
    const token = unsubscribeToken(site.app.services, { id, email })
    return () => site.unsubscribe(token)
  },
}

onSqlite.each(Object.keys(repeated))(
  '%s that is sent again is answered once the first one is on the disk',
  async (name) => {
    const send = await repeated[name]?.()
    if (!send) throw new Error(`There is no ${name}`)
    const { asked, release } = await holdSyncs()
    const first = send()
    await expect.poll(() => asked.length).toBe(1)
    let isAnswered = false
    const second = send().then((response) => {
      isAnswered = true
      return response
    })
    asked[0]?.resolve()
    await expect.poll(() => asked.length).toBe(2)
    expect(isAnswered).toBe(false)
    release()
    expect((await second).status).toBe((await first).status)
  },
)
