//! Numbers and times as a workbook shows them.

use calamine::ExcelDateTime;

pub(crate) use super::format::{is_moment, shown};

/// Returns a date, a date with a time, or a duration.
pub(crate) fn moment(date: &ExcelDateTime) -> String {
    let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
    let seconds = if second > 0 { format!(":{second:02}") } else { String::new() };
    if date.is_duration() {
        let minutes = (date.as_f64() * 24.0 * 60.0 * 60.0).round() / 60.0;
        return format!(
            "{}:{:02}{seconds}",
            (minutes / 60.0).trunc(),
            (minutes % 60.0).abs().trunc()
        );
    }
    let time = format!("{hour:02}:{minute:02}{seconds}");
    if date.as_f64() < 1.0 {
        return time;
    }
    let day = format!("{year}-{month:02}-{day:02}");
    if date.as_f64().fract() == 0.0 {
        return day;
    }
    format!("{day} {time}")
}

#[cfg(test)]
mod tests {
    use calamine::ExcelDateTimeType;

    use super::*;

    #[test]
    fn numbers_are_shown_as_their_formats_have_them() {
        for (number, code, text) in [
            (0.1 + 0.2, "General", "0.3"),
            (1234.5, "", "1234.5"),
            (2024.0, "0", "2024"),
            (0.195, "0%", "20%"),
            (0.195, "0.0%", "19.5%"),
            (1_234_567.891, "#,##0.00", "1,234,567.89"),
            (-1250.0, "\"$\"#,##0;[Red]\\-\"$\"#,##0", "-$1,250"),
            (99.5, "[$€-407]#,##0.00", "€99.50"),
            (99.5, "#,##0.00\\ [$€-407]", "99.50 €"),
            (12.0, "0.00E+00", "1.20E+01"),
            (-0.000_12, "0E+0\" m\"", "-1E-4 m"),
            (0.5, "# ?/?", "1/2"),
            (1.75, "# ??/??", "1 3/4"),
            (0.3, "# ?/8", "2/8"),
            (7.0, "000\" days\"", "007 days"),
            (2.5, "0.00\" days\"", "2.50 days"),
            (12_500_000.0, "#,##0.0,,\" M\"", "12.5 M"),
            (1_250_400.0, "#,##0,", "1,250"),
            (1.0, "\"yes\";\"no\"", "yes"),
            (-1.0, "\"yes\";\"no\"", "no"),
            (-1234.5, "#,##0.00;[Red](#,##0.00)", "(1,234.50)"),
            (0.0, "_(* #,##0.00_);_(* \\(#,##0.00\\);_(* \"-\"??_);_(@_)", "-"),
            (5_551_234_567.0, "(000) 000-0000", "(555) 123-4567"),
            (7.5, "0.0 \"kg\"", "7.5 kg"),
            (21.5, "General\" C\"", "21.5 C"),
            (250.0, "[<100]0\" few\";0\" many\"", "250 many"),
            (0.5, "#.##", ".5"),
            (-0.001, "0.00", "0.00"),
            (5.0, ";;;", ""),
            (1234.0, "00000", "01234"),
            (-12.0, "000", "-012"),
            (123_456.0, "00000", "123456"),
            (2024.5, "0", "2024.5"),
            (3.26, "00.0", "03.3"),
            (123_456_789.0, "000\\-00\\-0000", "123-45-6789"),
        ] {
            assert_eq!(shown(number, code), text, "{number} by {code}");
        }
    }

    #[test]
    fn moments_are_days_or_times_or_both() {
        for (value, kind, text) in [
            (45_352.0, ExcelDateTimeType::DateTime, "2024-03-01"),
            (45_352.604_166_67, ExcelDateTimeType::DateTime, "2024-03-01 14:30"),
            (0.395_833_333, ExcelDateTimeType::DateTime, "09:30"),
            (1.562_5, ExcelDateTimeType::TimeDelta, "37:30"),
            (1.562_650_5, ExcelDateTimeType::TimeDelta, "37:30:13"),
        ] {
            assert_eq!(moment(&ExcelDateTime::new(value, kind, false)), text);
        }
    }
}
