// The page in the words of its reader: ask, answer, marks, notes, evidence.
import { expect, type Locator, type Page } from "@playwright/test";

export class Chat {
  constructor(
    readonly page: Page,
    private readonly scripts: boolean,
  ) {}

  /** Opens the page and waits until it is awake, where there are scripts. */
  async open(address = "/"): Promise<void> {
    await this.page.goto(address);
    await this.awake();
  }

  /** Waits until the scripts have taken over. */
  async awake(): Promise<void> {
    if (this.scripts) await this.page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  }

  /** The field that takes the question. */
  get question(): Locator {
    return this.page.getByRole("textbox", { name: /question/i });
  }

  /** Types a question and sends it. */
  async ask(question: string): Promise<void> {
    await this.question.fill(question);
    await this.page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(this.turns.last()).toContainText(question);
  }

  /** Asks, and waits until the answer is whole. */
  async askAndWait(question: string): Promise<void> {
    await this.ask(question);
    await this.finished();
  }

  /** Waits until no answer is being written. */
  async finished(): Promise<void> {
    await expect(this.stop).toHaveCount(0);
    await expect(this.answer).not.toHaveAttribute("aria-busy", "true");
    await expect(this.answer).not.toBeEmpty();
  }

  /** Every question with its answer, oldest first. */
  get turns(): Locator {
    return this.page.getByRole("article");
  }

  /** The text of the newest answer. */
  get answer(): Locator {
    return this.turns.last().locator(".answer");
  }

  /** The footnote marks in the newest answer. */
  get marks(): Locator {
    return this.answer.getByRole("link", { name: /note|source|citation/i });
  }

  /** The notes below the newest answer. */
  get notes(): Locator {
    return this.turns.last().getByRole("list", { name: /notes|sources/i }).getByRole("listitem");
  }

  /** The region beside the answer that shows what it rests on. */
  get evidence(): Locator {
    return this.page.getByRole("complementary", { name: "Sources" });
  }

  /** The follow-up questions of the newest answer. */
  get followUps(): Locator {
    return this.turns.last().getByRole("group", { name: /follow-up/i }).getByRole("button");
  }

  /** The button that ends an answer before its end. */
  get stop(): Locator {
    return this.page.getByRole("button", { name: "Stop", exact: true });
  }

  /** What tells of a failed answer. */
  get failure(): Locator {
    return this.page.getByRole("alert");
  }

  /** Asks the question of a failed answer once more. */
  async tryAgain(): Promise<void> {
    await this.page.getByRole("button", { name: "Try again" }).click();
  }

  /** A tab of the evidence. */
  tab(name: RegExp): Locator {
    return this.evidence.getByRole("tab", { name });
  }

  /** What became of checking the newest answer. */
  get checks(): Locator {
    return this.turns.last().locator(".checks");
  }

  /** A button of the newest answer. */
  action(name: RegExp): Locator {
    return this.turns.last().getByRole("button", { name });
  }

  /** A kept conversation. */
  conversation(name: RegExp): Locator {
    const list = this.page.getByRole("navigation", { name: /conversations/i });
    return list.getByRole("link", { name }).or(list.getByRole("button", { name }));
  }

  /** Opens the list of kept conversations. */
  async openConversations(): Promise<void> {
    const list = this.page.getByRole("navigation", { name: /conversations/i });
    if (!(await list.isVisible())) {
      await this.page.getByRole("button", { name: "Conversations", exact: true }).click();
    }
    await expect(list).toBeVisible();
  }

  get settingsButton(): Locator {
    return this.page.getByRole("button", { name: "Settings" });
  }

  /** The field for the number of passages. */
  get passages(): Locator {
    return this.page.getByRole("spinbutton", { name: /passages/i });
  }

  async openSettings(): Promise<void> {
    await this.settingsButton.click();
    const more = this.page.getByRole("dialog").locator("details.more");
    await expect(more).toBeVisible();
    if (!(await this.passages.isVisible())) await more.locator("summary").first().click();
    await expect(this.passages).toBeVisible();
  }

  async closeSettings(): Promise<void> {
    await this.page.getByRole("dialog").getByRole("button", { name: /close|done|save/i }).click();
    await expect(this.passages).toBeHidden();
  }
}
