import { expect, type Page } from '@playwright/test'
import { generate } from 'otplib'

/** Begins to turn the second factor on in the panel of this page, and sends the first code. @returns the secret */
export async function enterSecondFactor(page: Page, ownPassword: string) {
  const panel = page.getByRole('region', { name: 'Second factor' })
  await panel.getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel(/^Your password/).fill(ownPassword)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const secret = ((await page.getByText(/^([A-Z2-7]{4} ?){6,}$/).textContent()) ?? '').replaceAll(
    ' ',
    '',
  )
  await page.getByRole('textbox', { name: 'Code' }).fill(await generate({ secret }))
  await page.getByRole('button', { name: 'Turn on' }).click()
  return secret
}

/** Turns the second factor on in the panel of this page. @returns the recovery codes */
export async function turnOnSecondFactor(page: Page, ownPassword: string) {
  await enterSecondFactor(page, ownPassword)
  const panel = page.getByRole('region', { name: 'Second factor' })
  const codes = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recoveryCodes = await codes.getByRole('listitem').allTextContents()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Close without your recovery codes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(codes.getByRole('listitem')).toHaveText(recoveryCodes)
  await codes.getByRole('button', { name: 'I have kept them' }).click()
  await expect(panel.getByText('On', { exact: true })).toBeVisible()
  return recoveryCodes
}
