// Ends the report with one plain line, so that whoever reads only the last line knows.
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

export default class LastLine implements Reporter {
  private readonly outcomes = new Map<string, string>();

  onTestEnd(test: TestCase, result: TestResult): void {
    this.outcomes.set(test.id, result.status);
  }

  async onExit(): Promise<void> {
    const all = [...this.outcomes.values()];
    const passed = all.filter((status) => status === "passed").length;
    const skipped = all.filter((status) => status === "skipped").length;
    console.log(`browser tests: ${passed} passed, ${all.length - passed - skipped} failed, ${skipped} skipped`);
  }
}
