import { readConfig } from '#config'
import { type Diagnosis, examine, redact } from './doctor/examine.ts'

const show = ({ isWrong, subject, text }: Diagnosis) =>
  console.log(`${isWrong ? 'wrong' : 'ok   '}  ${subject.padEnd(9)} ${text}`)

try {
  const config = readConfig()
  let wrong = 0
  for await (const diagnosis of examine(config)) {
    show({ ...diagnosis, text: redact(config, diagnosis.text) })
    if (diagnosis.isWrong) wrong += 1
  }
  if (wrong > 0) console.log(`\n${wrong === 1 ? 'One thing is' : `${wrong} things are`} wrong.`)
  process.exit(wrong > 0 ? 1 : 0)
} catch (error) {
  show({
    isWrong: true,
    subject: 'settings',
    text: `${(error as Error).message}: see .env.example`,
  })
  process.exit(1)
}
