import type { DemoArticle } from './demo-article.ts'

export const talentArticles: readonly DemoArticle[] = [
  {
    title: 'Three months, week by week: inside the training',
    category: 'talent',
    author: 'Solange Mukamana',
    description:
      'What happens between the first morning and the certificate, told without promises and with the hard weeks marked.',
    tags: ['Training', 'Cohorts', 'Careers'],
    daysAgo: 12,
    content: `
<p>People who think of applying ask us the same thing in many ways: what will I actually do? Here is a
cohort from the first morning to the last, with nothing left out that we would have liked to know.</p>
<h2>The plan</h2>
<table>
<thead><tr><th scope="col">Weeks</th><th scope="col">What you learn</th><th scope="col">What you make</th></tr></thead>
<tbody>
<tr><td>1 and 2</td><td>The tools, the terminal, working in pairs</td><td>A page about your town</td></tr>
<tr><td>3 to 5</td><td>The basics of your tech stack</td><td>A small program a week</td></tr>
<tr><td>6 and 7</td><td>Data, tests, reading other people's code</td><td>A change to a project that exists</td></tr>
<tr><td>8 to 11</td><td>Building for a client, in a team of four</td><td>Something that is used</td></tr>
<tr><td>12 and 13</td><td>Interviews, contracts, talking about money</td><td>Your portfolio</td></tr>
</tbody>
</table>
<h2>The hard weeks</h2>
<p>Week four is the first. The new has worn off and nothing works yet. We tell everybody beforehand, and
it still surprises them. Week nine is the second: the client has changed their mind, and the team
has its first real quarrel. Both pass. Nobody should decide anything important in those weeks.</p>
<blockquote><p>In week four I had my bag packed. My pair came to the bus stop with my half of the
program on her phone and asked what a line of it meant. I explained it. Then I went back in.</p></blockquote>
<h2>What a day is like</h2>
<ul>
<li>8:00 to 9:00: yesterday's questions, answered by whoever knows.</li>
<li>9:00 to 12:30: building, in pairs that change every week.</li>
<li>13:30 to 16:00: building on, alone or with a mentor.</li>
<li>16:00 to 17:00: showing what you have, working or not.</li>
</ul>
<h2>And afterwards</h2>
<p>Whoever finishes gets a certificate and our support in finding work: introductions, practice
interviews, and somebody who reads the contract with you. 83 percent of our graduates have found a
place. It is not a promise for the rest, and we do not sell it as one. It is the reason why we keep
in touch with everybody until they have.</p>`,
  },
  {
    title: 'Your first pull request to a stranger',
    category: 'talent',
    author: 'Eric Mugisha',
    description:
      'Changing a project that belongs to somebody else is the best practice there is. A gentle way to begin, with the commands.',
    tags: ['Open source', 'Git', 'Engineering'],
    daysAgo: 19,
    content: `
<p>In the sixth week every trainee sends a change to a project of people whom they have never met. Most
are afraid of it. Most of the changes get accepted. Here is how we go about it.</p>
<h2>Choose something small that you use</h2>
<p>The best first change is not clever. It is the sentence in the instructions that sent you the wrong
way, the error message that did not say what to do, the example that no longer runs. You are new, so
you see it. Those who know the project have stopped seeing it.</p>
<h2>Read before you write</h2>
<ol>
<li>Read the file on contributing, if there is one.</li>
<li>Look at the last ten changes that were accepted. How long are they? What do their titles look like?</li>
<li>Look at the open ones. Is somebody on it already?</li>
</ol>
<h2>The commands</h2>
<pre><code class="language-bash">git clone https://example.org/you/project.git
cd project
git switch -c say-which-file-is-missing

# change, then look at what you changed
git diff
git commit -am "Say which file is missing"
git push -u origin say-which-file-is-missing</code></pre>
<p>One branch, one thought. If you find a second thing that is wrong on the way, write it down and leave
it alone.</p>
<h2>Say why</h2>
<blockquote><p>When the settings file is missing, the program stops with "error 2". I lost an hour on
this. With this change it says which file it looked for, and where.</p></blockquote>
<p>That is a whole description. What happened, what it cost, what is different now. No apology and no
life story.</p>
<h2>Then wait</h2>
<ul>
<li>Nobody owes you an answer. A week is normal.</li>
<li>If they ask for something else, they have read it. That is good news.</li>
<li>If they say no, thank them and ask what would help instead.</li>
</ul>
<p>Employers look at such changes with more interest than at any certificate, ours included. They show
how you read, how you write, and how you take a no.</p>`,
  },
  {
    title: 'A CV that a busy engineer will read to the end',
    category: 'talent',
    author: 'Divine Ishimwe',
    description:
      'Your reader has forty of them and one hour. What to put first, what to leave out, and a sentence pattern that works.',
    tags: ['Careers', 'Hiring', 'Writing'],
    daysAgo: 36,
    content: `
<p>We read every resume that comes in with an application, and then we send the good ones on to people
who have even less time. After some thousands of them you get a feeling for where eyes stop.</p>
<h2>The first third of the page</h2>
<p>Name, town, a phone number that works, an email that you read. Then two sentences: what you can do
and what you are looking for. No photograph, no date of birth, no marital status. An employer who needs
those to decide should not get you.</p>
<h2>One pattern for everything you did</h2>
<p>Write each line so that it says what there was, what you did, and what came of it:</p>
<table>
<thead><tr><th scope="col">Instead of</th><th scope="col">Write</th></tr></thead>
<tbody>
<tr><td>Responsible for sales data</td><td>Kept the sales of two shops in one sheet; the owner orders by it now</td></tr>
<tr><td>Knowledge of Python</td><td>Wrote a Python script that renames scanned receipts; it saves an hour a week</td></tr>
<tr><td>Team player</td><td>Built our church's booking page with two others; I did the form</td></tr>
</tbody>
</table>
<p>You have done more than you think. Repairing phones in your street is diagnosing faults under time
pressure for customers who complain. Say it in those words.</p>
<h2>What to leave out</h2>
<ul>
<li>Bars that show 80 percent of JavaScript. Nobody knows what that means, you included.</li>
<li>Every tool that you have opened once. You will be asked about the one you know least.</li>
<li>The sentence that references are available.</li>
</ul>
<h2>One page, one file</h2>
<p>Send a PDF, named after you. Open it on a phone before you send it, because that is where it will be
read. Give it to a friend for thirty seconds, take it away, and ask what they remember.</p>
<blockquote><p>If it is not the thing you are proudest of, move that thing up.</p></blockquote>
<p>And do not invent anything. Good interviewers ask about the line that shines most.</p>`,
  },
  {
    title: 'Learning to code with a slow phone and a shared laptop',
    category: 'talent',
    author: 'Yves Tuyisenge',
    description:
      'You need less equipment than the videos say. What our trainees did before they had a computer of their own.',
    tags: ['Learning', 'Training', 'Web'],
    daysAgo: 58,
    content: `
<p>Nearly half of those who join a cohort have no computer of their own when they apply. They have a
phone, a cousin with a laptop, a library that closes at five. It can be enough to begin. We asked
fourteen of them how they did it.</p>
<h2>On the phone</h2>
<ul>
<li><strong>Read code, do not only watch it.</strong> A video of an hour costs more data than the text
of a whole book. Save articles and documentation at the library, read them on the bus.</li>
<li><strong>Practise in small pieces.</strong> There are code editors for phones that run without a
connection. Nobody wants to build a product on one. Ten lines work well.</li>
<li><strong>Write on paper.</strong> Several told us that planning a program by hand, before their turn
at a keyboard, taught them more than the keyboard did.</li>
</ul>
<h2>On a shared laptop</h2>
<ol>
<li>Agree on fixed hours. Six till seven every morning beats a whole Sunday that may not happen.</li>
<li>Come with a list. When your hour begins, you know what you will type.</li>
<li>Keep your work somewhere that is not that laptop, and send it there at the end of each hour.</li>
</ol>
<blockquote><p>I had the computer from nine to ten at night, when my brother slept. I have never again
worked with so few distractions.</p></blockquote>
<h2>What to learn first</h2>
<p>HTML and CSS can be learned on anything and give you something to show on the same day. After that,
one programming language, and only one, for three months. Which one matters far less than staying with
it.</p>
<h2>When you are stuck</h2>
<p>Explain the problem aloud, to somebody or to the wall. Then write it down as if for a stranger: what
you wanted, what you did, what happened. Half of all questions answer themselves while they are
written. The other half you can now send to somebody, and they will know how to help.</p>
<p>In our programme everybody gets a laptop for the three months, and mentors who remember all this.</p>`,
  },
  {
    title: 'The interview is not an exam',
    category: 'talent',
    author: 'Divine Ishimwe',
    description:
      'The candidates who get the job are rarely those who knew the most. What they do instead can be practised.',
    tags: ['Careers', 'Hiring', 'Communication'],
    daysAgo: 83,
    content: `
<p>Before our graduates meet an employer they sit through three practice interviews with us. In the
first, nearly all of them make the same mistake. They treat it as an exam: a question comes, an answer
is due, silence means failure.</p>
<p>The person on the other side of the call is asking something else. They want to know what it will be
like to work with you on a day when nothing works.</p>
<h2>Think aloud</h2>
<p>When you do not know, say what you would look at first, and why. An answer such as "I have not used
that, I would start by reading how it stores its data" has won more jobs than the right answer given
without a word of explanation.</p>
<h2>Ask before you answer</h2>
<blockquote><p>"Build a page that lists our customers." How many customers are there? Ten, or ten million?
The candidate who asked that question was hired.</p></blockquote>
<p>Asking is no weakness. Work begins with asking, and the employer knows it.</p>
<h2>Prepare three stories</h2>
<ol>
<li>Something that you made, and that somebody used.</li>
<li>Something that went wrong because of you, and what you did then.</li>
<li>A time when you disagreed with somebody, and how it ended.</li>
</ol>
<p>Two minutes each, told to a friend until they stop sounding learned by heart. They will fit most of the
questions that you get.</p>
<h2>Ask them, too</h2>
<ul>
<li>What would my first month look like?</li>
<li>Who will tell me when something is not good enough?</li>
<li>What did the last person in this job find difficult?</li>
</ul>
<p>These questions are not for show. You are choosing as well, and the answers will tell you whether you
want to be there in a year.</p>
<h2>Afterwards</h2>
<p>Write down what you were asked, on the same evening. After five interviews you have a list that no
book contains: what employers ask somebody exactly like you. Share it with your cohort.</p>`,
  },
  {
    title: 'What our graduates wish they had known',
    category: 'talent',
    author: 'Solange Mukamana',
    description:
      'A year into their first jobs, we asked a whole cohort one question. Nobody answered it with a programming language.',
    tags: ['Careers', 'Cohorts', 'Learning'],
    daysAgo: null,
    content: `
<p>A year after a cohort ends we invite it back for a Saturday. There is food, there are children running
between the tables, and there is one question on the board: what do you wish you had known when you
started your job? We collect the answers on cards. Here are those that came up more than once.</p>
<h2>About asking</h2>
<blockquote><p>That everybody is guessing. I thought that the others knew, and I was the only one who
looked things up.</p></blockquote>
<p>The most common card by far. In the first months they spent whole days on what a colleague could have
answered in a minute. Our rule now, for trainees: half an hour alone, then ask, and say what you have
tried.</p>
<h2>About writing</h2>
<blockquote><p>That I would write more English than code.</p></blockquote>
<p>Messages, descriptions, notes for the person after you. Those who write clearly are taken for good
engineers, and after some time they are.</p>
<h2>About saying no</h2>
<blockquote><p>That "yes" means that I will do it by Friday, and not that I have heard you.</p></blockquote>
<p>In many families here, a no to somebody older is rude. At work, a yes that cannot be kept is worse. We
practise sentences for it now:</p>
<ul>
<li>I can do that by Wednesday, or a smaller part of it today. Which one helps more?</li>
<li>I have not understood the second point yet. Can you show me an example?</li>
<li>If I take this on, the report will be late. Is that all right?</li>
</ul>
<h2>About money</h2>
<p>Open a second account for taxes and for your family's emergencies. Tell relatives a sum that you can
give each month before they ask. Several cards had nothing else on them.</p>
<h2>And the last card</h2>
<blockquote><p>That it would go on being difficult, and that one gets used to it, and then likes it.</p></blockquote>
<p>We have hung that one up in the room where the next cohort begins.</p>`,
  },
]
