import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { createAdministrator, rescueUser } from '#features/accounts/server/rescue.ts'
import { passwordLengthMax, passwordLengthMin } from '#features/accounts/validation.ts'
import { runCommand, withServices } from './command.ts'

const usage = `npm run user -- create EMAIL [--name NAME]   makes an administrator
npm run user -- password EMAIL               sets a new password, and ends all sessions
npm run user -- enable EMAIL                 lets a disabled user sign in again
npm run user -- reset-second-factor EMAIL    switches a second factor off

The password is asked for, or read from standard input. The site may be serving meanwhile.`

await runCommand(async (config) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { name: { type: 'string', default: 'Administrator' } },
  })
  const [action, given = ''] = positionals
  const email = given.trim().toLowerCase()
  if (positionals.length !== 2 || !z.email().safeParse(email).success) throw new Error(usage)
  const change = (work: Parameters<typeof withServices>[1]) =>
    withServices(config, async (services) => {
      await work(services)
      services.tagVersions.invalidate(['User'])
    })
  switch (action) {
    case 'create': {
      const password = await readPassword(email)
      const user = { email, name: values.name, password }
      await change((services) => createAdministrator(services, user))
      return `${email} is an administrator.`
    }
    case 'password': {
      const password = await readPassword(email)
      await change((services) => rescueUser(services, email, { password }))
      return `${email} has a new password.`
    }
    case 'enable':
      await change((services) => rescueUser(services, email, action))
      return `${email} may sign in again.`
    case 'reset-second-factor':
      await change((services) => rescueUser(services, email, action))
      return `${email} has no second factor any more.`
    default:
      throw new Error(usage)
  }
})

async function readPassword(email: string) {
  const password = await readNewPassword(`New password for ${email}: `)
  if (password.length >= passwordLengthMin && password.length <= passwordLengthMax) return password
  throw new Error(`A password has ${passwordLengthMin} to ${passwordLengthMax} characters.`)
}

/**
 * Asks for a new password without showing it, twice; where standard input is no terminal, its first line is the
 * password. It is never an argument: those are seen by all users of the machine.
 * @throws when the two differ
 */
async function readNewPassword(question: string) {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? ''
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true })
  const ask = async (what: string) => {
    process.stderr.write(what)
    const answer = await terminal.question('')
    process.stderr.write('\n')
    return answer
  }
  try {
    const password = await ask(question)
    if ((await ask('Once more: ')) !== password) throw new Error('The two are not the same.')
    return password
  } finally {
    terminal.close()
  }
}
