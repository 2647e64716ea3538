// A chat of CopilotKit over Footnote: below each answer are the sources that it cites, each with its link and passage.
import { CopilotChat, CopilotKitProvider, HttpAgent } from "@copilotkit/react-core/v2";
import "@copilotkit/react-core/v2/styles.css";
import { createRoot } from "react-dom/client";
import { z } from "zod";

const footnote = new HttpAgent({ url: "/chat" });

const content = z.object({
  sources: z.array(z.object({ id: z.string(), title: z.string(), url: z.string().optional(), snippet: z.string().optional() })),
});

function Citations({ content: { sources } }: { content: z.infer<typeof content> }) {
  return (
    <ol aria-label="Sources">
      {sources.map(({ id, title, url, snippet }) => (
        <li key={id}>
          <a href={url} target="_blank">{title}</a>
          {snippet && <blockquote>{snippet}</blockquote>}
        </li>
      ))}
    </ol>
  );
}

createRoot(document.getElementById("page")!).render(
  <CopilotKitProvider
    selfManagedAgents={{ default: footnote }}
    renderActivityMessages={[{ activityType: "citations", content, render: Citations }]}
    enableInspector={false}
  >
    <CopilotChat />
  </CopilotKitProvider>,
);
