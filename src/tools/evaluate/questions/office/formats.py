"""Writes the formats of an office with Python's standard library alone, the same bytes in every run."""

import base64
import zipfile
import zlib
from html import escape
from pathlib import Path

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SLIDE = "http://schemas.openxmlformats.org/presentationml/2006/main"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
PARTS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "application/vnd.openxmlformats-officedocument"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def archive(path, parts, main, kinds, day):
    """An Office document: its parts by name, the name of the main one, and the content type of each."""
    overrides = "".join(
        f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in kinds.items())
    parts = {
        "[Content_Types].xml":
            f'<Types xmlns="{PACKAGE}/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/>'
            f'{overrides}<Override PartName="/docProps/core.xml" '
            'ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>',
        "_rels/.rels": relations({
            "r1": (f"{PARTS}/officeDocument", main),
            "r2": (f"{PACKAGE}/relationships/metadata/core-properties", "docProps/core.xml")}),
        "docProps/core.xml":
            f'<cp:coreProperties xmlns:cp="{PACKAGE}/metadata/core-properties" '
            'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
            f'<dcterms:created xsi:type="dcterms:W3CDTF">{day}T08:00:00Z</dcterms:created>'
            f'<dcterms:modified xsi:type="dcterms:W3CDTF">{day}T08:00:00Z</dcterms:modified>'
            '</cp:coreProperties>',
        **parts,
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), HEAD + text)


def relations(targets):
    """The relations of a part: for each id its type and its target."""
    lines = "".join(f'<Relationship Id="{id}" Type="{kind}" Target="{target}"/>'
                    for id, (kind, target) in targets.items())
    return f'<Relationships xmlns="{PACKAGE}/relationships">{lines}</Relationships>'


def blocks(text):
    """The blocks of a text in a little Markdown: headings, items, tables and paragraphs."""
    for block in text.strip().split("\n\n"):
        lines = block.split("\n")
        if block.startswith("#"):
            level = len(block) - len(block.lstrip("#"))
            yield "heading", (level, block.lstrip("# "))
        elif block.startswith("|"):
            rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
            yield "table", [row for row in rows if set("".join(row)) != {"-"}]
        elif block.startswith("- "):
            yield "items", [line[2:] for line in lines]
        else:
            yield "text", " ".join(lines)


def docx(path, text, day):
    """A Word document with headings, lists and tables."""
    def paragraph(text, style=None):
        style = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
        return f'<w:p>{style}<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>'

    def table(rows):
        cell = lambda text: f'<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/></w:tcPr>{paragraph(text)}</w:tc>'
        grid = '<w:gridCol w:w="2400"/>' * len(rows[0])
        rows = "".join(f'<w:tr>{"".join(map(cell, row))}</w:tr>' for row in rows)
        return f'<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>{grid}</w:tblGrid>{rows}</w:tbl>'

    body = ""
    for kind, content in blocks(text):
        if kind == "heading":
            body += paragraph(content[1], f"Heading{content[0]}")
        elif kind == "table":
            body += table(content)
        elif kind == "items":
            body += "".join(paragraph(item, "ListBullet") for item in content)
        else:
            body += paragraph(content)
    style = lambda id, name: (f'<w:style w:type="paragraph" w:styleId="{id}"><w:name w:val="{name}"/></w:style>')
    styles = "".join(style(f"Heading{n}", f"heading {n}") for n in (1, 2, 3)) + style("ListBullet", "List Bullet")
    archive(path, {
        "word/document.xml": f'<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>',
        "word/styles.xml": f'<w:styles xmlns:w="{WORD}">{styles}</w:styles>',
        "word/_rels/document.xml.rels": relations({"r1": (f"{PARTS}/styles", "styles.xml")}),
    }, "word/document.xml", {
        "word/document.xml": f"{OFFICE}.wordprocessingml.document.main+xml",
        "word/styles.xml": f"{OFFICE}.wordprocessingml.styles+xml",
    }, day)


def xlsx(path, sheets, day):
    """A workbook: for each sheet its name and its rows of texts and numbers."""
    def cell(column, row, value):
        place = f"{chr(ord('A') + column)}{row}"
        if isinstance(value, (int, float)):
            return f'<c r="{place}"><v>{value}</v></c>'
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(str(value))}</t></is></c>'

    parts, kinds, names, targets = {}, {}, "", {}
    for number, (name, rows) in enumerate(sheets.items(), 1):
        lines = "".join(
            f'<row r="{at}">{"".join(cell(column, at, value) for column, value in enumerate(row))}</row>'
            for at, row in enumerate(rows, 1))
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{SHEET}"><sheetData>{lines}</sheetData></worksheet>')
        kinds[f"xl/worksheets/sheet{number}.xml"] = f"{OFFICE}.spreadsheetml.worksheet+xml"
        names += f'<sheet name="{escape(name)}" sheetId="{number}" r:id="r{number}"/>'
        targets[f"r{number}"] = (f"{PARTS}/worksheet", f"worksheets/sheet{number}.xml")
    parts["xl/workbook.xml"] = (
        f'<workbook xmlns="{SHEET}" xmlns:r="{PARTS}"><sheets>{names}</sheets></workbook>')
    parts["xl/_rels/workbook.xml.rels"] = relations(targets)
    kinds["xl/workbook.xml"] = f"{OFFICE}.spreadsheetml.sheet.main+xml"
    archive(path, parts, "xl/workbook.xml", kinds, day)


def pptx(path, slides, day):
    """A presentation: for each slide its title and its text, in which a table may stand."""
    names = f'xmlns:a="{DRAWING}" xmlns:r="{PARTS}" xmlns:p="{SLIDE}"'
    frame = ('<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>')
    paragraph = lambda text: f"<a:p><a:r><a:t>{escape(text)}</a:t></a:r></a:p>"

    def shape(id, kind, lines, top):
        holder = f'<p:ph type="{kind}"/>' if kind == "title" else '<p:ph idx="1"/>'
        return (
            f'<p:sp><p:nvSpPr><p:cNvPr id="{id}" name="{kind} {id}"/><p:cNvSpPr/><p:nvPr>{holder}</p:nvPr></p:nvSpPr>'
            f'<p:spPr><a:xfrm><a:off x="600000" y="{top}"/><a:ext cx="8000000" cy="1000000"/></a:xfrm></p:spPr>'
            f'<p:txBody><a:bodyPr/>{"".join(map(paragraph, lines))}</p:txBody></p:sp>')

    def table(id, rows, top):
        cell = lambda text: f"<a:tc><a:txBody><a:bodyPr/>{paragraph(text)}</a:txBody><a:tcPr/></a:tc>"
        lines = "".join(f'<a:tr h="370000">{"".join(map(cell, row))}</a:tr>' for row in rows)
        columns = '<a:gridCol w="2000000"/>' * len(rows[0])
        return (
            f'<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="{id}" name="table {id}"/><p:cNvGraphicFramePr/><p:nvPr/>'
            f'</p:nvGraphicFramePr><p:xfrm><a:off x="600000" y="{top}"/><a:ext cx="8000000" cy="3000000"/></p:xfrm>'
            f'<a:graphic><a:graphicData uri="{DRAWING.replace("main", "table")}"><a:tbl><a:tblPr firstRow="1"/>'
            f'<a:tblGrid>{columns}</a:tblGrid>{lines}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>')

    def slide(title, text):
        shapes, top = shape(2, "title", [title], 300000), 1600000
        for id, (kind, content) in enumerate(blocks(text), 3):
            if kind == "table":
                shapes += table(id, content, top)
            else:
                shapes += shape(id, "body", content if kind == "items" else [content], top)
            top += 1200000
        return f'<p:sld {names}><p:cSld><p:spTree>{frame}{shapes}</p:spTree></p:cSld></p:sld>'

    parts, kinds, ids = {}, {}, ""
    targets = {"r0": (f"{PARTS}/slideMaster", "slideMasters/slideMaster1.xml")}
    for number, (title, text) in enumerate(slides, 1):
        name = f"slides/slide{number}.xml"
        parts[f"ppt/{name}"] = slide(title, text)
        parts[f"ppt/slides/_rels/slide{number}.xml.rels"] = relations(
            {"r1": (f"{PARTS}/slideLayout", "../slideLayouts/slideLayout1.xml")})
        kinds[f"ppt/{name}"] = f"{OFFICE}.presentationml.slide+xml"
        targets[f"r{number}"] = (f"{PARTS}/slide", name)
        ids += f'<p:sldId id="{255 + number}" r:id="r{number}"/>'
    parts |= {
        "ppt/presentation.xml":
            f'<p:presentation {names}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="r0"/></p:sldMasterIdLst>'
            f'<p:sldIdLst>{ids}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/>'
            '</p:presentation>',
        "ppt/_rels/presentation.xml.rels": relations(targets),
        "ppt/slideMasters/slideMaster1.xml":
            f'<p:sldMaster {names}><p:cSld><p:spTree>{frame}</p:spTree></p:cSld>'
            '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" '
            'accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'
            '<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="r1"/></p:sldLayoutIdLst></p:sldMaster>',
        "ppt/slideMasters/_rels/slideMaster1.xml.rels": relations({
            "r1": (f"{PARTS}/slideLayout", "../slideLayouts/slideLayout1.xml"),
            "r2": (f"{PARTS}/theme", "../theme/theme1.xml")}),
        "ppt/slideLayouts/slideLayout1.xml":
            f'<p:sldLayout {names}><p:cSld><p:spTree>{frame}</p:spTree></p:cSld></p:sldLayout>',
        "ppt/slideLayouts/_rels/slideLayout1.xml.rels": relations(
            {"r1": (f"{PARTS}/slideMaster", "../slideMasters/slideMaster1.xml")}),
        "ppt/theme/theme1.xml": theme(),
    }
    kinds |= {
        "ppt/presentation.xml": f"{OFFICE}.presentationml.presentation.main+xml",
        "ppt/slideMasters/slideMaster1.xml": f"{OFFICE}.presentationml.slideMaster+xml",
        "ppt/slideLayouts/slideLayout1.xml": f"{OFFICE}.presentationml.slideLayout+xml",
        "ppt/theme/theme1.xml": f"{OFFICE}.theme+xml",
    }
    archive(path, parts, "ppt/presentation.xml", kinds, day)


def theme():
    """The plainest theme that a presentation may have."""
    colours = ["dk1", "lt1", "dk2", "lt2", *(f"accent{n}" for n in range(1, 7)), "hlink", "folHlink"]
    colour = lambda name: f'<a:{name}><a:srgbClr val="{"FFFFFF" if name.startswith("lt") else "203040"}"/></a:{name}>'
    font = '<a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/>'
    fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
    return (
        f'<a:theme xmlns:a="{DRAWING}" name="Plain"><a:themeElements>'
        f'<a:clrScheme name="Plain">{"".join(map(colour, colours))}</a:clrScheme>'
        f'<a:fontScheme name="Plain"><a:majorFont>{font}</a:majorFont><a:minorFont>{font}</a:minorFont></a:fontScheme>'
        f'<a:fmtScheme name="Plain"><a:fillStyleLst>{fill * 3}</a:fillStyleLst>'
        f'<a:lnStyleLst>{f"<a:ln>{fill}</a:ln>" * 3}</a:lnStyleLst>'
        f'<a:effectStyleLst>{"<a:effectStyle><a:effectLst/></a:effectStyle>" * 3}</a:effectStyleLst>'
        f'<a:bgFillStyleLst>{fill * 3}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>')


def wrapped(text, width):
    """The lines of a paragraph."""
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line


def pdf(path, pages):
    """A PDF of A4 pages with headings and paragraphs."""
    def page(text):
        top, drawn = 780, []
        for kind, content in blocks(text):
            size, lines = 11, []
            if kind == "heading":
                size, lines = 18 - 2 * content[0], [content[1]]
            elif kind == "text":
                lines = list(wrapped(content, 86))
            elif kind == "items":
                lines = [f"• {item}" for item in content]
            for line in lines:
                shown = line.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
                drawn.append(b"BT /F1 %d Tf 60 %d Td (%s) Tj ET" % (size, top, shown))
                top -= size + 5
            top -= 8
        return b"\n".join(drawn)

    objects = [b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"]
    write_pdf(path, objects, [(page(text), b"/Font << /F1 3 0 R >>") for text in pages])


def scan(path):
    """A PDF of one page that is a picture of grey lines: nothing in it can be read."""
    width, height = 120, 170
    rows = bytearray()
    for row in range(height):
        is_line = 20 < row < 150 and row % 8 < 3
        rows += bytes(90 if is_line and 15 < x < 105 - row * 7 % 30 else 235 for x in range(width))
    data = zlib.compress(bytes(rows), 9)
    image = (b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 "
             b"/Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (width, height, len(data), data))
    write_pdf(path, [image], [(b"q 595 0 0 842 0 0 cm /I1 Do Q", b"/XObject << /I1 3 0 R >>")])


def write_pdf(path, shared, pages):
    """A PDF of pages, each its drawing and its resources; the shared objects are numbered from 3."""
    first = 3 + len(shared)
    kids = b" ".join(b"%d 0 R" % (first + 2 * at) for at in range(len(pages)))
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>",
               b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)), *shared]
    for at, (drawing, resources) in enumerate(pages):
        objects.append(b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << %s >> /Contents %d 0 R >>"
                       % (resources, first + 2 * at + 1))
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawing), drawing))
    file, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    file += (b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
             % (len(objects) + 1, table, len(objects) + 1, len(file)))
    Path(path).write_bytes(file)


def html(path, title, text):
    """A web page with headings, lists and tables."""
    def block(kind, content):
        if kind == "heading":
            return f"<h{content[0]}>{escape(content[1])}</h{content[0]}>"
        if kind == "items":
            return f'<ul>{"".join(f"<li>{escape(item)}</li>" for item in content)}</ul>'
        if kind == "table":
            head, *rows = content
            row = lambda cells, tag: "<tr>" + "".join(f"<{tag}>{escape(c)}</{tag}>" for c in cells) + "</tr>"
            return f'<table>{row(head, "th")}{"".join(row(cells, "td") for cells in rows)}</table>'
        return f"<p>{escape(content)}</p>"
    body = "\n".join(block(*one) for one in blocks(text))
    Path(path).write_text(
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{escape(title)}</title></head>\n'
        f"<body>\n{body}\n</body>\n</html>\n")


def eml(path, heads, text, attached=None):
    """A mail; the attachment is a name, a media type and bytes."""
    lines = [f"{name}: {value}" for name, value in heads.items()] + ["MIME-Version: 1.0"]
    plain = ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", "", *text.strip().split("\n")]
    if attached is None:
        lines += plain
    else:
        name, kind, content = attached
        encoded = base64.encodebytes(content).decode().strip().split("\n")
        lines += ['Content-Type: multipart/mixed; boundary="part"', "", "--part", *plain, "--part",
                  f'Content-Type: {kind}; name="{name}"', "Content-Transfer-Encoding: base64",
                  f'Content-Disposition: attachment; filename="{name}"', "", *encoded, "--part--"]
    Path(path).write_text("\r\n".join(lines) + "\r\n", newline="")
