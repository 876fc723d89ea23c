type Report = { to?: string; status?: string; action?: string; original?: string }

/** A report as Postfix writes it. */
export const deliveryReport = ({
  to = 'info@huza.example',
  status = '5.1.1',
  ...more
}: Report) => `\
Return-Path: <>
From: MAILER-DAEMON@mail.example (Mail Delivery System)
To: ${to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="B"

--B
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example
Arrival-Date: Mon,  2 Mar 2026 08:00:00 +0000 (UTC)

Final-Recipient: rfc822; other@example.rw
Original-Recipient: rfc822;victim@example.rw
Action: ${more.action ?? 'failed'}
Status: ${status}
Remote-MTA: dns; mx.example.rw
Diagnostic-Code: smtp; 550 ${status} <other@example.rw>:
    Recipient address rejected

--B
Content-Type: message/rfc822

${more.original ?? 'Subject: News\n\nMuraho'}
--B--
`

/** A report of a complaint, as mail providers write it. */
export const complaint = (original: string) => `\
From: <abuse@mail.example>
To: info@huza.example
Subject: FW: News
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="B"

--B
Content-Type: text/plain

This is an email abuse report.

--B
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Some/1.0
Version: 1

--B
Content-Type: message/rfc822

${original}
--B--
`

/** An email as a report quotes it. */
export const originalOf = (messageId: string) =>
  `Received: from huza.example\nMessage-ID: ${messageId}\nSubject: News\n\nMuraho`

/** A report whose parts lie deeper in one another than is read. */
export const nestedReport = () => {
  const parts = Array.from(
    { length: 30 },
    (_, level) => `Content-Type: multipart/mixed; boundary="B${level}"\n\n--B${level}`,
  )
  const type = 'Content-Type: multipart/report; boundary="B"\n\n--B'
  return ['From: x@mail.example\nMIME-Version: 1.0', type, ...parts, '\nDeep'].join('\n')
}
