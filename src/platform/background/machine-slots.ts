import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'

// Limits how often something runs at once on this machine. With several WORKERS, the first process counts and the
// workers ask it.

type Wanted = { slot: 'wanted'; id: string; name: string; max: number; waitingMax: number }
type Message =
  | Wanted
  | { slot: 'ended'; id: string; name: string }
  | { slot: 'answered'; id: string; taken: number | null }

/** How many are taken, this one included; null when no more may wait. */
type Answer = (taken: number | null) => void

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'slot' in message

function createSlots() {
  const kinds = new Map<string, { held: Set<string>; waiting: Map<string, Answer> }>()

  function ask({ id, name, max, waitingMax }: Omit<Wanted, 'slot'>, answer: Answer) {
    const kind = kinds.get(name) ?? { held: new Set(), waiting: new Map() }
    kinds.set(name, kind)
    if (kind.held.size < max) answer(kind.held.add(id).size)
    else if (kind.waiting.size < waitingMax) kind.waiting.set(id, answer)
    else answer(null)
  }

  function end(name: string, id: string) {
    const kind = kinds.get(name)
    if (!kind?.held.delete(id)) return
    // Handed to the longest waiting one, so that a later one can't overtake it.
    for (const [next, answer] of kind.waiting) {
      kind.waiting.delete(next)
      return answer(kind.held.add(next).size)
    }
    if (kind.held.size === 0) kinds.delete(name)
  }

  /** Releases the slots of a process that has died, and drops its requests for more. */
  function endAll(isOf: (id: string) => boolean) {
    for (const { waiting } of kinds.values()) {
      for (const id of [...waiting.keys()].filter(isOf)) waiting.delete(id)
    }
    for (const [name, { held }] of kinds) for (const id of [...held].filter(isOf)) end(name, id)
  }

  return { ask, end, endAll }
}

const slots = createSlots()

/** In the first process: gives the workers their slots. */
export function shareSlots() {
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message)) return
    if (message.slot === 'ended') slots.end(message.name, message.id)
    else if (message.slot === 'wanted') {
      slots.ask(message, (taken) => {
        const answer: Message = { slot: 'answered', id: message.id, taken }
        if (worker.isConnected()) worker.send(answer)
      })
    }
  })
  cluster.on('exit', ({ id: worker }) => slots.endAll((id) => id.startsWith(`${worker}:`)))
}

const asked = new Map<string, Answer>()

const askFirstProcess = (wanted: Omit<Wanted, 'slot'>, answer: Answer) => {
  if (asked.size === 0) cluster.worker?.on('message', receive)
  asked.set(wanted.id, answer)
  cluster.worker?.send({ slot: 'wanted', ...wanted } satisfies Message)
}

function receive(message: unknown) {
  if (!isMessage(message) || message.slot !== 'answered') return
  asked.get(message.id)?.(message.taken)
  asked.delete(message.id)
  if (asked.size === 0) cluster.worker?.off('message', receive)
}

/**
 * Takes one of the slots that the machine has under a name, when it is free.
 * @param waitingMax how many may wait for one
 * @returns null when no more may wait; else how many are taken, this one included, and what gives it back
 */
export async function takeSlot(name: string, max: number, waitingMax = 0) {
  const { worker } = cluster
  const id = `${worker?.id ?? 0}:${randomUUID()}`
  const ask = worker ? askFirstProcess : slots.ask
  const taken = await new Promise<number | null>((resolve) =>
    ask({ id, name, max, waitingMax }, resolve),
  )
  if (taken === null) return null
  return {
    taken,
    release() {
      if (worker) worker.send({ slot: 'ended', id, name } satisfies Message)
      else slots.end(name, id)
    },
  }
}

/** Runs work in a slot of that name. @throws the error of `full` when no more may wait */
export async function inSlot<Result>(
  name: string,
  { max, waitingMax, full }: { max: number; waitingMax: number; full: () => Error },
  work: () => Promise<Result>,
): Promise<Result> {
  const slot = await takeSlot(name, max, waitingMax)
  if (!slot) throw full()
  try {
    return await work()
  } finally {
    slot.release()
  }
}
