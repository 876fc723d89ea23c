import { takeSlot } from '#platform/background/machine-slots.ts'

// One of the processes of machine-slots.test.ts: takes a slot, or gives back its oldest one, as it is told.
const taken: { release(): void }[] = []

process.on('message', async (told: { take?: { max: number; waitingMax: number }; give?: true }) => {
  if (told.give) taken.shift()?.release()
  if (!told.take) return
  const slot = await takeSlot('test', told.take.max, told.take.waitingMax)
  if (slot) taken.push(slot)
  process.send?.({ tested: slot?.taken ?? null })
})
process.send?.({ tested: 'ready' })
